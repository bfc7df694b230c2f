import type { Books, Cost } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { useMe } from "../core/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/class-names.ts";
import { faceOf } from "./books/book-people.ts";
import type { NameOf } from "./room-words.ts";

/** Who paid a cost, and who bears how much of it, to the unit. */
export function CostParts({
  cost,
  currency,
  nameOf,
  people,
}: {
  cost: Cost;
  /** That of the trip. */
  currency: string;
  nameOf: NameOf;
  people: Books["people"];
}) {
  const isForeign = cost.currency !== currency;
  const part = (personId: string, amount: number, note: string | false) => (
    <Part
      key={personId}
      id={personId}
      person={people.find(({ id }) => id === personId)}
      name={nameOf(personId)}
      amount={formatAmount(amount, currency)}
      note={note}
    />
  );
  return (
    <>
      <section aria-labelledby="cost-payers" className="grid gap-1">
        <h3 id="cost-payers" className="title text-lg">
          {cost.amount < 0 ? "Got It Back" : "Paid"}
        </h3>
        <ul>
          {cost.payers.map(({ personId, amount, tripAmount }) =>
            part(personId, tripAmount, isForeign && formatAmount(amount, cost.currency)),
          )}
        </ul>
      </section>
      <section aria-labelledby="cost-shares" className="grid gap-1">
        <h3 id="cost-shares" className="title text-lg">
          For
        </h3>
        <ul>
          {cost.shares.map(({ personId, weight, share }) =>
            part(personId, share, weightWords(cost, weight, isForeign)),
          )}
        </ul>
      </section>
    </>
  );
}

function weightWords({ split, currency }: Cost, weight: number, isForeign: boolean): string | false {
  if (split === "shares") return weight === 100 ? "1 share" : `${weight / 100} shares`;
  return split === "exact" && isForeign && formatAmount(weight, currency);
}

function Part({
  id,
  person,
  name,
  amount,
  note,
}: {
  id: string;
  person: Books["people"][number] | undefined;
  name: string;
  amount: string;
  note: string | false;
}) {
  const isMine = useMe().id === id;
  return (
    <li className={cx("flex min-h-11 items-center gap-3", isMine && "font-bold")}>
      {person && (
        <Avatar person={faceOf(person)} size="sm" className={cx(person.isExpected && "opacity-60 grayscale")} />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      {note !== false && <span className="steady text-sm font-normal text-soft">{note}</span>}
      <span className="steady">{amount}</span>
    </li>
  );
}
