import { CloudOff, X } from "lucide-react";
import { plural } from "#contract/locale.ts";
import { Button } from "../../ui/button.tsx";
import { focusPage } from "../../ui/focus-page.ts";
import { toast } from "../../ui/toast.ts";
import { type Entry, lostSentence } from "./entry.ts";
import { openOutbox } from "./outbox.ts";
import { useOutbox } from "./waiting.ts";

/** How many things wait, and one card for each that the server has refused, until it is dismissed. */
export function OutboxTray() {
  const all = useOutbox();
  const refused = all.filter(({ fault }) => fault !== null);
  const waiting = all.filter(({ fault, isStuck }) => fault === null && isStuck).length;
  return (
    <section
      aria-label="Not sent yet"
      className="edge pointer-events-auto flex max-h-[min(60dvh,26rem)] animate-rise flex-col overflow-hidden rounded-card bg-card shadow-soft"
    >
      {waiting > 0 && (
        <output className="flex items-center gap-2.5 px-4 py-3 font-bold">
          <CloudOff aria-hidden="true" size={20} className="shrink-0" />
          {plural(waiting, {
            one: "1 thing waits for a connection",
            other: `${waiting} things wait for a connection`,
          })}
        </output>
      )}
      {refused.length > 0 && (
        <ul
          aria-live="polite"
          className="grid auto-rows-max divide-y divide-line overflow-y-auto overscroll-contain border-line not-first:border-t"
        >
          {refused.map((entry) => (
            <Refused key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Refused({ entry }: { entry: Entry }) {
  const written = entry.call === "POST /api/media/:id/comments" ? entry.body.text : undefined;
  const dismiss = async () => {
    focusPage();
    await (await openOutbox())?.remove(entry.id);
  };
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <p className="font-bold wrap-anywhere">{lostSentence(entry)}</p>
      <p className="text-sm font-semibold text-alarm">{entry.fault}</p>
      {written !== undefined && (
        <blockquote className="border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {written}
        </blockquote>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        {written !== undefined && (
          <Button size="sm" onClick={() => void copy(written)}>
            Copy
          </Button>
        )}
        <Button size="sm" look="quiet" icon={<X aria-hidden="true" size={16} />} onClick={() => void dismiss()}>
          Dismiss
        </Button>
      </div>
    </li>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Copied" });
  } catch {
    toast({ title: "Copy Failed", text: "Please select the text and copy it yourself.", look: "danger" });
  }
}
