import type { Books } from "#contract/costs.ts";
import { useMe } from "../core/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/class-names.ts";
import { faceOf } from "./books/book-people.ts";
import { ownFirst } from "./own-first.ts";
import { type NameOf, standingWords } from "./room-words.ts";

/** Where everybody stands: who gets how much, and who owes. A press lists the costs of a person. On a phone the row scrolls sideways. */
export function Balances({
  books: { people, balances, currency },
  nameOf,
  inRow,
  person: chosen,
  onPerson,
}: {
  books: Pick<Books, "people" | "balances" | "currency">;
  nameOf: NameOf;
  inRow: boolean;
  /** Whose costs the list shows. */
  person: string | undefined;
  onPerson: (person: string | undefined) => void;
}) {
  const me = useMe();
  const rows = ownFirst(balances, ({ personId }) => personId === me.id).flatMap((one) => {
    const person = people.find(({ id }) => id === one.personId);
    return person ? [{ ...one, person }] : [];
  });
  if (currency === null || rows.length === 0) return null;
  return (
    <section aria-label="Balances" className="grid gap-2">
      <h2 className={inRow ? "sr-only" : "title text-xl"}>Where Everybody Stands</h2>
      <ul className={inRow ? "sideways gap-x-2" : "-mx-2 grid"}>
        {rows.map(({ person, balance }) => (
          <li key={person.id} className={cx(inRow && "max-w-60 shrink-0 snap-start")}>
            <button
              type="button"
              aria-pressed={chosen === person.id}
              onClick={() => onPerson(chosen === person.id ? undefined : person.id)}
              className={cx(
                "flex min-h-13 w-full items-center gap-2.5 rounded-tile px-2 py-1 text-start hover:bg-tint",
                inRow && "first:-ms-2",
                chosen === person.id && "bg-tint outline-2 -outline-offset-2 outline-edge",
              )}
            >
              <Avatar person={faceOf(person)} className={cx(person.isExpected && "opacity-60 grayscale")} />
              <span className={cx("min-w-0", inRow ? "grid" : "flex flex-1 items-baseline justify-between gap-3")}>
                <span className="truncate font-semibold">{nameOf(person.id)}</span>
                <span
                  className={cx(
                    "steady text-sm font-bold whitespace-nowrap",
                    balance === 0 ? "text-soft" : balance > 0 ? "text-good" : "text-alarm",
                  )}
                >
                  {standingWords(balance, currency)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
