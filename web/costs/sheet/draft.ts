import type { Books, Cost, CostCategory, CostSplit, NewCost } from "#contract/costs.ts";
import { decimalOf } from "#contract/money/amounts.ts";
import { dayOf } from "../../core/calendar.ts";

/** Texts by the id of a person. */
export type Typed = Readonly<Record<string, string>>;

/** A cost as somebody enters it. Numbers are texts, as they were typed. */
export interface Draft {
  /** The key of the cost. Saving it again adds nothing. */
  readonly key: string;
  readonly amount: string;
  readonly currency: string;
  /** Money that came back. All amounts are typed without a sign. */
  readonly isBack: boolean;
  readonly title: string;
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly category: CostCategory | null;
  readonly note: string;
  /** Whether the rate or the amount in the trip's currency is typed, for another currency. */
  readonly converts: "by rate" | "by amount";
  readonly rate: string;
  readonly tripAmount: string;
  readonly payers: readonly string[];
  /** Several people paid, each an amount in `paid`. Otherwise the one payer paid everything. */
  readonly isShared: boolean;
  readonly paid: Typed;
  /** Whom it is for. */
  readonly people: readonly string[];
  readonly split: CostSplit;
  readonly shares: Typed;
  readonly exact: Typed;
  /** Undefined leaves the receipt as it is. */
  readonly receipt?: NewCost["receipt"];
}

/** The currency to offer before anybody has chosen one. */
const fallback = "EUR";

/** The draft of a new cost: the viewer paid it for all of the crew. `recent` is the currency that this browser entered last. */
export function newDraft(
  books: Books,
  me: string,
  rest: Pick<Draft, "key" | "day">,
  recent: string | undefined,
): Draft {
  const crew = books.people.filter(({ isCrew }) => isCrew);
  const own = books.people.find(({ user }) => user?.id === me);
  // Whoever pays in yen today pays in yen again.
  const last = books.costs.find(({ writtenBy }) => writtenBy === me)?.currency;
  const currency = last ?? books.currency ?? books.offeredCurrency ?? recent ?? fallback;
  return {
    ...rest,
    ...inCurrency(books, currency),
    amount: "",
    isBack: false,
    title: "",
    category: null,
    note: "",
    payers: own ? [own.id] : [],
    isShared: false,
    paid: {},
    people: crew.map(({ id }) => id),
    split: "equal",
    shares: {},
    exact: {},
  };
}

/** The fields of a currency that was chosen, with the last rate of this trip. */
export function inCurrency(
  books: Books,
  currency: string,
): Pick<Draft, "currency" | "converts" | "rate" | "tripAmount"> {
  const rate = books.rates.find((one) => one.currency === currency)?.rate ?? "";
  return { currency, converts: "by rate", rate, tripAmount: "" };
}

/** The draft of a cost that is there. */
export function draftOf(cost: Cost, books: Books): Draft {
  const { currency, rate, tripAmount, shares, payers, split } = cost;
  const isForeign = books.currency !== null && currency !== books.currency;
  const typed = (amount: number) => decimalOf(Math.abs(amount), currency);
  const byPerson = <R extends { readonly personId: string }>(rows: readonly R[], text: (row: R) => string): Typed =>
    Object.fromEntries(rows.map((row) => [row.personId, text(row)]));
  return {
    key: cost.key,
    amount: typed(cost.amount),
    currency,
    isBack: cost.amount < 0,
    title: cost.title,
    day: dayOf(cost.day),
    category: cost.category,
    note: cost.note,
    converts: isForeign && rate === null ? "by amount" : "by rate",
    rate: rate ?? "",
    tripAmount: isForeign && rate === null ? decimalOf(Math.abs(tripAmount), books.currency!) : "",
    payers: payers.map(({ personId }) => personId),
    isShared: payers.length > 1,
    paid: payers.length > 1 ? byPerson(payers, ({ amount }) => typed(amount)) : {},
    people: shares.map(({ personId }) => personId),
    split,
    shares: split === "shares" ? byPerson(shares, ({ weight }) => String(weight / 100)) : {},
    exact: split === "exact" ? byPerson(shares, ({ weight }) => typed(weight)) : {},
  };
}

/** A draft over a cost that was changed meanwhile: what somebody typed since `base` stays, and all else is as in `now`. */
export const rebased = (draft: Draft, base: Draft, now: Draft): Draft => ({ ...now, ...changesOf(draft, base) });

/** A draft that was kept, without people who are not in the books any more. */
export function knownIn(draft: Draft, { people }: Books): Draft {
  const isKnown = (id: string) => people.some((one) => one.id === id);
  return { ...draft, payers: draft.payers.filter(isKnown), people: draft.people.filter(isKnown) };
}

/** The fields in which two drafts differ, as `draft` has them. */
export function changesOf<F extends object>(draft: F, base: F): Partial<F> {
  const before = new Map<string, unknown>(Object.entries(base));
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(value, before.get(name)));
  return Object.fromEntries(changed) as Partial<F>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The draft with a category. Its name becomes the title, unless somebody has typed one; `nameOf` names a category. */
export function withCategory(draft: Draft, category: CostCategory, nameOf: (category: CostCategory) => string): Draft {
  const isNamed = draft.title.trim() !== "" && (draft.category === null || draft.title !== nameOf(draft.category));
  return { ...draft, category, ...(!isNamed && { title: nameOf(category) }) };
}
