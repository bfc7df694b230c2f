import type { Books, NewCost } from "#contract/costs.ts";
import { type CostParts, costParts } from "#contract/money/cost-parts.ts";
import { enteredOf } from "../books/entered-cost.ts";
import type { Draft } from "./draft.ts";
import { type Field, placeOf, sumSentence, words } from "./fault-words.ts";
import { type Read, readAmount, readRate, readShare } from "./typed-numbers.ts";

/** A field, or the number beside a person. */
export type Place = Field | `paid ${string}` | `part ${string}`;

interface DraftFault {
  readonly at: Place;
  readonly text: string;
  /** Something is not typed yet. It is no fault before somebody wants to save. */
  readonly isMissing: boolean;
}

/** What a draft says so far. */
export interface Reading {
  /** In the smallest unit of its currency, with its sign. Undefined while no number is typed. */
  readonly amount: number | undefined;
  readonly tripCurrency: string;
  /** What everybody pays and bears, once it adds up. */
  readonly parts: CostParts | undefined;
  /** By how much typed amounts do not sum, in the smallest unit: more than 0 is missing, less is too much. */
  readonly left: { readonly payers: number; readonly people: number };
  readonly faults: readonly DraftFault[];
  /** What is sent, if nothing is wrong. */
  readonly cost: NewCost | undefined;
}

/** Reads what was typed. The parts are those that the server computes. */
export function readDraft(draft: Draft, books: Books): Reading {
  const { currency, split } = draft;
  const tripCurrency = books.currency ?? currency;
  const sign = draft.isBack ? -1 : 1;
  const notes = openNotes();
  const { faults, tell, numberOf } = notes;

  const amount = numberOf("amount", readAmount(draft.amount, currency)) || undefined;
  if (amount === undefined && faults.length === 0) tell("amount", "Please enter an amount", true);
  if (draft.title.trim() === "") tell("title", "Please enter what it was for", true);
  if (draft.day === "") tell("day", "Please choose a day", true);
  const { rate, inTrip } = convertedBy(draft, tripCurrency, notes);
  const paid = paidBy(draft, amount, notes);
  const people = sharedBy(draft, notes);

  const isTyped = amount !== undefined && faults.every(({ at }) => at === "title" || at === "day");
  const leftOf = (numbers: readonly number[]) => (isTyped ? amount - numbers.reduce((sum, one) => sum + one, 0) : 0);
  const left = {
    payers: draft.isShared ? leftOf(paid.map((one) => one.amount)) : 0,
    people: split === "exact" ? leftOf(people.map(({ weight }) => weight)) : 0,
  };
  if (left.payers !== 0)
    tell("payers", sumSentence(left.payers, currency, words.cost_payers_missing, words.cost_payers_too_much));
  if (left.people !== 0)
    tell("people", sumSentence(left.people, currency, words.cost_shares_missing, words.cost_shares_too_much));

  const cost: NewCost = {
    key: draft.key,
    title: draft.title.trim(),
    day: draft.day,
    ...(draft.category && { category: draft.category }),
    note: draft.note.trim(),
    amount: sign * (amount ?? 1),
    currency,
    rate: rate ?? null,
    tripAmount: inTrip === undefined ? null : sign * inTrip,
    payers: paid.filter((one) => one.amount !== 0).map((one) => ({ ...one, amount: sign * one.amount })),
    split,
    people,
    ...(draft.receipt !== undefined && { receipt: draft.receipt }),
  };
  const computed = isTyped ? costParts(enteredOf(cost, books.people), tripCurrency) : undefined;
  const fault = computed && "fault" in computed ? computed : undefined;
  // Sums have said what is missing.
  if (fault && !("by" in fault)) tell(...placeOf(fault.fault, tripCurrency), isOpen.has(fault.fault));
  else if (!computed && people.length === 0) tell("people", words.cost_nobody, true);
  const parts = computed && !("fault" in computed) ? computed : undefined;
  return {
    amount: amount === undefined ? undefined : sign * amount,
    tripCurrency,
    parts,
    left,
    faults,
    cost: parts && faults.length === 0 ? cost : undefined,
  };
}

/** These say that something is not typed yet. */
const isOpen: ReadonlySet<string> = new Set(["rate missing", "no payer", "nobody"]);

type Notes = ReturnType<typeof openNotes>;

/** Collects what is wrong while a draft is read. */
function openNotes() {
  const faults: DraftFault[] = [];
  const tell = (at: Place, text: string, isMissing = false) => void faults.push({ at, text, isMissing });
  return {
    faults,
    tell,
    /** What was typed; undefined for nothing, and for what is wrong, which is told. */
    numberOf<T extends number | string>(at: Place, read: Read<T>): T | undefined {
      if (read === null || typeof read !== "object") return read ?? undefined;
      tell(at, read.wrong);
      return undefined;
    },
  };
}

/** What converts a foreign amount: the rate, or the amount in the trip's currency without its sign. */
function convertedBy({ currency, converts, ...typed }: Draft, tripCurrency: string, { numberOf }: Notes) {
  if (currency === tripCurrency) return {};
  if (converts === "by rate") return { rate: numberOf("rate", readRate(typed.rate)) };
  return { inTrip: numberOf("rate", readAmount(typed.tripAmount, tripCurrency)) || undefined };
}

/** Who paid how much, without signs. One payer alone paid everything. */
function paidBy({ payers, isShared, paid, currency }: Draft, amount: number | undefined, { numberOf }: Notes) {
  if (!isShared) return payers.slice(0, 1).map((personId) => ({ personId, amount: amount ?? 0 }));
  return payers.map((personId) => ({
    personId,
    amount: numberOf(`paid ${personId}`, readAmount(paid[personId] ?? "", currency)) ?? 0,
  }));
}

/** Whom it is for, with their weights. */
function sharedBy({ people, split, shares, exact, currency }: Draft, { faults, numberOf, tell }: Notes) {
  return people.map((personId) => {
    if (split === "equal") return { personId, weight: 1 };
    const at: Place = `part ${personId}`;
    if (split === "exact") return { personId, weight: numberOf(at, readAmount(exact[personId] ?? "", currency)) ?? 0 };
    const weight = numberOf(at, readShare(shares[personId] ?? "1"));
    if (weight === undefined && faults.every((one) => one.at !== at)) tell(at, words.cost_weights_wrong, true);
    return { personId, weight: weight ?? 0 };
  });
}
