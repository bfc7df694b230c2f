import { ArrowRight, Check, Copy } from "lucide-react";
import { useRef } from "react";
import type { Books, PersonInBooks, SettleLine } from "#contract/costs.ts";
import { copyLink } from "../core/share-link.ts";
import { useMe } from "../core/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { toast } from "../ui/toast.ts";
import { faceOf } from "./books/book-people.ts";
import { type NameOf, lineWords } from "./room-words.ts";

/** One line of the plan: who pays whom how much. `onPaid` is there for those who may say that it was paid. */
export function PlanLine({
  line,
  isPaid,
  books: { people, currency },
  nameOf,
  onPaid,
}: {
  line: SettleLine;
  /** It was paid while the plan was open. */
  isPaid: boolean;
  books: Pick<Books, "people" | "currency">;
  nameOf: NameOf;
  onPaid?: () => void;
}) {
  const me = useMe();
  const [from, to] = [line.from, line.to].map((id) => people.find((one) => one.id === id));
  const words = lineWords(line, nameOf, me.id, currency ?? "");
  const isMine = [line.from, line.to].includes(me.id);
  return (
    <li className={cx("grid gap-3 rounded-card border p-4", isMine ? "border-edge bg-card" : "border-line")}>
      <div className="flex items-center gap-x-4">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <span className="flex items-center gap-1.5">
            {from && <Avatar person={faceOf(from)} size="sm" />}
            <ArrowRight aria-hidden="true" size={16} />
            {to && <Avatar person={faceOf(to)} size="sm" />}
          </span>
          <p className={cx("steady wrap-anywhere", isMine && "font-bold", isPaid && "text-soft")}>{words}</p>
        </div>
        {isPaid ? (
          <output className="flex min-h-11 shrink-0 items-center gap-2 font-bold text-good">
            <Check aria-hidden="true" size={18} />
            Paid
          </output>
        ) : (
          onPaid && (
            <Button
              size="sm"
              className="shrink-0"
              look={isMine ? "primary" : "plain"}
              onClick={onPaid}
              aria-label={`Paid: ${words}`}
            >
              Paid
            </Button>
          )
        )}
      </div>
      {!isPaid && line.from === me.id && to?.payTo && <HowToPay person={to} payTo={to.payTo} nameOf={nameOf} />}
    </li>
  );
}

/** How somebody wants to be paid, to copy or to open. */
function HowToPay({ person, payTo, nameOf }: { person: PersonInBooks; payTo: string; nameOf: NameOf }) {
  const box = useRef<HTMLDivElement>(null);
  const label = `How to pay ${nameOf(person.id)}`;
  const copy = async () => {
    const outcome = await copyLink(payTo, box.current ?? document.body);
    if (outcome === "copied") toast({ title: "Copied" });
    else toast({ title: "Copy Failed", text: "Please select the text and copy it yourself.", look: "danger" });
  };
  return (
    <div ref={box} className="flex items-center gap-2 rounded-tile bg-tint py-1 pr-1 pl-4">
      <p className="grid min-w-0 flex-1 py-1.5 text-sm">
        <span className="text-soft">{label}</span>
        <span className="font-semibold wrap-anywhere">
          {/^https:\/\/\S+$/i.test(payTo) ? (
            <a href={payTo} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-4">
              {payTo}
            </a>
          ) : (
            payTo
          )}
        </span>
      </p>
      <IconButton label={`Copy how to pay ${nameOf(person.id)}`} onClick={() => void copy()}>
        <Copy aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}
