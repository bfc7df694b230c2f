import { decimalOf } from "#contract/money/amounts.ts";
import { Button } from "../../ui/button.tsx";
import type { Typed } from "./draft.ts";
import { readAmount } from "./typed-numbers.ts";

/** Buttons that give what is missing to one person, or take what is too much from one who has as much. */
export function GiveRest({
  left,
  currency,
  people,
  typed,
  nameOf,
  onGive,
}: {
  /** In the smallest unit: more than 0 is missing, less is too much. */
  left: number;
  currency: string;
  people: readonly string[];
  typed: Typed;
  nameOf: (id: string) => string;
  onGive: (typed: Typed) => void;
}) {
  const amountOf = (id: string) => {
    const read = readAmount(typed[id] ?? "", currency);
    return typeof read === "number" ? read : 0;
  };
  const able = people.filter((id) => amountOf(id) + left >= 0);
  if (left === 0 || able.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-bold">{left > 0 ? "Give the Rest to" : "Take It from"}</legend>
      <div className="sideways gap-2 sm:flex-wrap">
        {able.map((id) => (
          <Button
            key={id}
            size="sm"
            look="quiet"
            className="shrink-0 snap-start"
            onClick={() => onGive({ ...typed, [id]: decimalOf(amountOf(id) + left, currency) })}
          >
            <span dir="auto">{nameOf(id)}</span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
