import { useId } from "react";
import type { Books } from "#contract/costs.ts";
import { decimalOf } from "#contract/money/amounts.ts";
import { Aside, PartHead } from "./aside.tsx";
import type { Draft } from "./draft.ts";
import { FacePick } from "./face-pick.tsx";
import { GiveRest } from "./give-rest.tsx";
import { PersonNumber } from "./person-number.tsx";
import type { Reading } from "./read-draft.ts";

/** Who paid, or who got money back: one person, or several with an amount each. */
export function WhoPaid({
  draft,
  books,
  me,
  reading,
  nameOf,
  faultAt,
  onChange,
}: {
  draft: Draft;
  books: Books;
  me: string;
  reading: Reading;
  nameOf: (id: string) => string;
  faultAt: (at: Reading["faults"][number]["at"]) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { payers, isShared, isBack, paid, currency } = draft;
  const id = useId();
  const fault = faultAt("payers");
  const mineFirst = books.people.toSorted((a, b) => Number(b.user?.id === me) - Number(a.user?.id === me));
  const toggle = (who: string, isChosen: boolean) =>
    onChange({ payers: isChosen ? [...payers, who] : payers.filter((one) => one !== who) });
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-2">
      <PartHead
        id={id}
        title={isBack ? "Who got it back" : "Who paid"}
        aside={
          <Aside
            onClick={() => onChange(isShared ? { isShared: false, payers: payers.slice(0, 1) } : { isShared: true })}
          >
            {isShared ? "One Person" : "Several People"}
          </Aside>
        }
      />
      {isShared ? (
        <ul className="grid gap-1">
          {mineFirst.map((person) => (
            <PersonNumber
              key={person.id}
              name="payers"
              person={person}
              label={nameOf(person.id)}
              isChosen={payers.includes(person.id)}
              onChange={(isChosen) => toggle(person.id, isChosen)}
              about={isBack ? "got back" : "paid"}
              placeholder={decimalOf(0, currency)}
              value={paid[person.id] ?? ""}
              error={faultAt(`paid ${person.id}`)}
              onType={(value) => onChange({ paid: { ...paid, [person.id]: value } })}
            />
          ))}
        </ul>
      ) : (
        <div className="sideways -ml-5! gap-1 pl-2! sm:flex-wrap">
          {mineFirst.map((person) => (
            <FacePick
              key={person.id}
              type="radio"
              name="payer"
              person={person}
              label={nameOf(person.id)}
              isChosen={payers[0] === person.id}
              onChange={() => onChange({ payers: [person.id] })}
            />
          ))}
        </div>
      )}
      <p data-fault={fault && true} className="text-sm font-semibold text-alarm empty:hidden" aria-live="polite">
        {fault}
      </p>
      {isShared && (
        <GiveRest
          left={reading.left.payers}
          currency={currency}
          people={payers}
          typed={paid}
          nameOf={nameOf}
          onGive={(typed) => onChange({ paid: typed })}
        />
      )}
    </fieldset>
  );
}
