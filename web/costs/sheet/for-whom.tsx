import { useId } from "react";
import type { Books, PersonInBooks } from "#contract/costs.ts";
import { decimalOf, formatAmount } from "#contract/money/amounts.ts";
import { Aside, PartHead } from "./aside.tsx";
import type { Draft } from "./draft.ts";
import { FacePick } from "./face-pick.tsx";
import { GiveRest } from "./give-rest.tsx";
import { PersonNumber } from "./person-number.tsx";
import type { Reading } from "./read-draft.ts";
import { SplitChoice } from "./split-choice.tsx";

/** Whom a cost is for, how it is split, and what each of them bears. */
export function ForWhom({
  draft,
  books: { people },
  reading,
  nameOf,
  faultAt,
  onChange,
}: {
  draft: Draft;
  books: Books;
  reading: Reading;
  nameOf: (id: string) => string;
  faultAt: (at: Reading["faults"][number]["at"]) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { split, currency, shares, exact } = draft;
  const { parts, tripCurrency, left } = reading;
  const id = useId();
  const crew = people.filter(({ isCrew }) => isCrew);
  const others = people.filter(({ isCrew }) => !isCrew);
  const fault = faultAt("people");
  const isFor = (one: string) => draft.people.includes(one);
  const isForAll = crew.every((one) => isFor(one.id));
  const toggle = (who: string, isChosen: boolean) =>
    onChange({ people: isChosen ? [...draft.people, who] : draft.people.filter((one) => one !== who) });
  const partOf = (who: string) => {
    const part = parts?.shares.find(({ personId }) => personId === who);
    return part && formatAmount(part.share, tripCurrency);
  };
  const pick = (person: PersonInBooks) => (
    <FacePick
      key={person.id}
      type="checkbox"
      name="people"
      person={person}
      label={nameOf(person.id)}
      isChosen={isFor(person.id)}
      onChange={(isChosen) => toggle(person.id, isChosen)}
      part={isFor(person.id) ? (partOf(person.id) ?? "–") : ""}
    />
  );
  const row = (person: PersonInBooks) => (
    <PersonNumber
      key={person.id}
      name="people"
      person={person}
      label={nameOf(person.id)}
      isChosen={isFor(person.id)}
      onChange={(isChosen) => toggle(person.id, isChosen)}
      about={split === "shares" ? "shares" : "amount"}
      placeholder={split === "shares" ? "1" : decimalOf(0, currency)}
      value={split === "shares" ? (shares[person.id] ?? "1") : (exact[person.id] ?? "")}
      error={faultAt(`part ${person.id}`)}
      // An exact amount in the trip's currency is the part.
      part={split === "shares" || currency !== tripCurrency ? partOf(person.id) : undefined}
      onType={(value) =>
        onChange(
          split === "shares"
            ? { shares: { ...shares, [person.id]: value } }
            : { exact: { ...exact, [person.id]: value } },
        )
      }
    />
  );
  const group = (some: readonly PersonInBooks[]) =>
    split === "equal" ? (
      <div className="-mx-3 flex flex-wrap gap-y-1">{some.map(pick)}</div>
    ) : (
      <ul className="grid gap-1">{some.map(row)}</ul>
    );
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-2">
      <PartHead
        id={id}
        title="For"
        aside={
          <Aside onClick={() => onChange({ people: isForAll ? [] : crew.map((one) => one.id) })}>
            {isForAll ? "Choose Nobody" : "Choose Everybody"}
          </Aside>
        }
      />
      <SplitChoice split={split} onChoose={(one) => onChange({ split: one })} />
      {group(crew)}
      {others.length > 0 && (
        <>
          <h3 className="text-sm font-bold text-soft">Others</h3>
          {group(others)}
        </>
      )}
      <p data-fault={fault && true} className="text-sm font-semibold text-alarm empty:hidden" aria-live="polite">
        {fault}
      </p>
      {split === "exact" && (
        <GiveRest
          left={left.people}
          currency={currency}
          people={draft.people}
          typed={exact}
          nameOf={nameOf}
          onGive={(typed) => onChange({ exact: typed })}
        />
      )}
    </fieldset>
  );
}
