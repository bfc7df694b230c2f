import { Paperclip } from "lucide-react";
import type { Books, Cost } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { useOutbox } from "../core/outbox/waiting.ts";
import { useMe } from "../core/viewer.ts";
import { cx } from "../ui/class-names.ts";
import { categories } from "./books/categories.ts";
import { CostFaces } from "./cost-faces.tsx";
import { type NameOf, partOf, payerWords } from "./room-words.ts";

/** A cost in the list: what it was, who paid, how much, and the viewer's part. A press anywhere on it opens it. */
export function CostLine({
  cost,
  books: { people, currency },
  nameOf,
  onOpen,
}: {
  cost: Cost;
  books: Pick<Books, "people" | "currency">;
  nameOf: NameOf;
  onOpen: (id: string) => void;
}) {
  const me = useMe();
  const part = partOf(cost, me.id);
  const { Icon } = categories[cost.category];
  const ofTrip = currency ?? cost.currency;
  return (
    <li className="relative flex items-start gap-3 px-2 py-3 hover:bg-tint sm:px-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint">
        <Icon aria-hidden="true" size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <h4
          className={cx("line-clamp-3 text-left font-bold wrap-anywhere", part === undefined && "text-soft")}
          dir="auto"
        >
          <button
            type="button"
            className="text-left after:absolute after:inset-0 after:rounded-tile"
            onClick={() => onOpen(cost.id)}
          >
            {cost.title}
          </button>
          {cost.receipt && (
            <>
              <Paperclip aria-hidden="true" size={14} className="ms-1.5 inline" />
              <span className="sr-only"> with a receipt</span>
            </>
          )}
        </h4>
        <p className="text-sm text-soft wrap-anywhere">{payerWords(cost, nameOf)}</p>
        <CostFaces shares={cost.shares} people={people} nameOf={nameOf} isMine={part !== undefined} />
        <CostWaits costKey={cost.key} />
      </div>
      <div className="steady grid max-w-[45%] shrink-0 justify-items-end gap-0.5 text-end">
        <p className={cx("font-bold wrap-anywhere", part === undefined && "text-soft")}>
          {formatAmount(cost.tripAmount, ofTrip)}
        </p>
        {cost.currency !== ofTrip && (
          <p className="text-sm text-soft wrap-anywhere">{formatAmount(cost.amount, cost.currency)}</p>
        )}
        <p className="text-sm text-soft wrap-anywhere">
          {part === undefined ? (
            "Not yours"
          ) : (
            <>
              Your part <b className="text-main">{formatAmount(part, ofTrip)}</b>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** Says that a cost is on this device alone so far. */
function CostWaits({ costKey }: { costKey: string }) {
  const waits = useOutbox().some(
    (entry) =>
      entry.call === "POST /api/trips/:id/costs" && entry.body.key === costKey && entry.isStuck && entry.fault === null,
  );
  return waits && <output className="block text-sm font-semibold text-soft">Waits for a connection</output>;
}
