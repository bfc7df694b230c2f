import { Copy } from "lucide-react";
import { useRef } from "react";
import { formatCount, plural } from "#contract/locale.ts";
import { copyLink } from "../../../core/share-link.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import type { LeftBehind } from "./zip-photo.ts";

/** More lines are only in the copy. */
const maxShown = 50;

/** Lists what stays behind, each with its reason, and copies the list. */
export function LeftBehindList({ left }: { left: readonly LeftBehind[] }) {
  const box = useRef<HTMLElement>(null);
  if (left.length === 0) return null;
  const title = plural(left.length, {
    one: "1 file stays behind",
    other: `${formatCount(left.length)} files stay behind`,
  });
  const copy = async () => {
    const lines = left.map(({ name, reason }) => `${name}: ${reason}`);
    const outcome = await copyLink(lines.join("\n"), box.current!);
    if (outcome === "copied") toast({ title: "List Copied!", text: "Each file with its reason" });
    else toast({ title: "Copy Failed", text: "Unable to copy the list to the clipboard", look: "danger" });
  };
  return (
    <section ref={box} aria-label={title} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold text-alarm">{title}</p>
        <Button size="sm" icon={<Copy aria-hidden="true" size={18} />} onClick={() => void copy()}>
          Copy the List
        </Button>
      </div>
      <ul className="grid grid-cols-1 gap-1 text-sm">
        {left.slice(0, maxShown).map(({ name, reason }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and the list only grows
          <li key={index} className="wrap-anywhere">
            <bdi className="font-semibold">{name}</bdi> <span className="text-soft">{reason}</span>
          </li>
        ))}
        {left.length > maxShown && (
          <li className="text-soft">and {formatCount(left.length - maxShown)} more, in the copied list</li>
        )}
      </ul>
    </section>
  );
}
