import type { Cost, CostEdit } from "#contract/costs.ts";
import { withValues } from "#contract/refusals.ts";
import type { EnteredCost } from "#contract/money/cost-parts.ts";
import { Problem } from "../platform/http/problem.ts";
import type { BooksAccess } from "./access.ts";
import { type LockedBooks, lockBooks } from "./books.ts";
import type { CostThen } from "./note-change-store.ts";
import { type SetReceipt, isOtherReceipt } from "./receipts.ts";
import { type WrittenCost, demandCost, demandMayChange, partsOf, writeParts } from "./costs.ts";
import { presentCost } from "./stored-cost.ts";
import type { CostWrites } from "./writes-store.ts";

/** What two people may change at once without losing what the other did. */
type Part = "title" | "day" | "category" | "note" | "money" | "payers" | "people" | "receipt";
/** The money is the amount with its currency and what it is in the trip's. */
const money = ["amount", "currency", "rate", "tripAmount"] as const;

/**
 * Changes what an edit names, and leaves everything else as others made it meanwhile. 409 if somebody has changed the same since the
 * version that the person saw. Money is counted anew only where the edit touches it.
 */
export async function editCost(
  writes: CostWrites,
  seen: BooksAccess,
  id: string,
  edit: CostEdit,
  setReceipt: SetReceipt,
): Promise<WrittenCost> {
  const books = await lockBooks(writes, seen);
  const before = await demandCost(writes, id);
  await demandMayChange(writes, books.access, before);
  const shown = presentCost(books.access, books.people, before);
  const changed = partsChangedBy(edit, shown);
  if (isOtherReceipt(edit.receipt, before.receiptId)) changed.add("receipt");
  await demandUntouched(writes, books.access, shown, edit, changed);
  if (changed.size === 0) return { ...books, before, after: before };

  await demandSameCurrency(writes, books.access, shown, edit);
  const counted = countedAnew(books, before.key, shown, edit, changed);
  const { title = before.title, category = before.category, note = before.note } = edit;
  const day = edit.day?.slice(0, 10) ?? before.day;
  const { rate, tripAmount, amount, currency, split } = { ...before, ...counted?.columns };
  await writes.change(id, { title, day, category, note, rate, tripAmount, amount, currency, split });
  if (counted) await writeParts(writes, books, id, counted.parts);
  if (changed.has("receipt")) await setReceipt(books.access, id, edit.receipt ?? null);
  return { ...books, before, after: await demandCost(writes, id) };
}

/** Refuses to turn the one cost of a trip into another currency as if that became the trip's. */
async function demandSameCurrency(writes: CostWrites, { tripId, currency }: BooksAccess, shown: Cost, edit: CostEdit) {
  if (currency === null || shown.currency !== currency || (edit.currency ?? currency) === currency) return;
  if (edit.rate || edit.tripAmount || (await writes.countAll(tripId, "costs")) > 1) return;
  throw new Problem("conflict", withValues("cost_currency_stays", { currency }));
}

function partsChangedBy(edit: CostEdit, shown: Cost): Set<Part> {
  const changed = new Set<Part>();
  for (const field of ["title", "category", "note"] as const)
    if (edit[field] !== undefined && edit[field] !== shown[field]) changed.add(field);
  if (edit.day !== undefined && edit.day.slice(0, 10) !== shown.day.slice(0, 10)) changed.add("day");
  if (changesMoney(edit, shown)) changed.add("money");
  const { payers = shown.payers, split = shown.split, people = shown.shares } = edit;
  if (!isSame(payers, shown.payers, "amount")) changed.add("payers");
  const weighs = split !== "equal";
  if (split !== shown.split || !isSame(people, shown.shares, weighs ? "weight" : null)) changed.add("people");
  return changed;
}

function changesMoney({ amount, currency, rate, tripAmount }: CostEdit, shown: Cost): boolean {
  if (amount !== undefined && amount !== shown.amount) return true;
  if (currency !== undefined && currency !== shown.currency) return true;
  if (rate !== undefined && rate !== null && rate !== shown.rate) return true;
  return tripAmount !== undefined && tripAmount !== null && tripAmount !== shown.tripAmount;
}

type Line = { readonly personId: string; readonly amount?: number; readonly weight?: number };

function isSame(some: readonly Line[], others: readonly Line[], field: "amount" | "weight" | null): boolean {
  const textOf = (lines: readonly Line[]) =>
    lines
      .map((one) => `${one.personId} ${field ? one[field] : ""}`)
      .toSorted()
      .join();
  return textOf(some) === textOf(others);
}

/** Refuses an edit of what somebody has changed since the version that it names. */
async function demandUntouched(
  writes: CostWrites,
  { userId }: BooksAccess,
  shown: Cost,
  { version, split = shown.split }: CostEdit,
  changed: ReadonlySet<Part>,
): Promise<void> {
  if (version >= shown.version || changed.size === 0) return;
  const changes = await writes.changesSince(shown.id, version);
  // Typed amounts stand and fall with what they sum to.
  const concerned = new Set(changed);
  if ((split === "exact" || shown.split === "exact") && (changed.has("money") || changed.has("people")))
    concerned.add("money").add("people");
  // Without a whole history nobody knows what else was changed.
  const isWhole = changes.length === shown.version - version;
  const other = changes.find(
    (one) => !isWhole || partsBetween(one.before, one.after).some((part) => concerned.has(part)),
  );
  if (!other && isWhole) return;
  const name = other?.by === userId ? "You" : (other?.name ?? "Somebody");
  throw new Problem("conflict", withValues("cost_changed", { name }), { current: shown });
}

function partsBetween(before: CostThen | null, after: CostThen): readonly Part[] {
  if (!before) return ["title", "day", "category", "note", "money", "payers", "people", "receipt"];
  const differs = (field: keyof CostThen) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const amounts = ({ payers }: CostThen) => JSON.stringify(payers.map(({ id, amount }) => [id, amount]));
  const weights = ({ split, shares }: CostThen) =>
    JSON.stringify([split, shares.map(({ id, weight }) => [id, weight])]);
  return [
    ...(["title", "day", "category", "note", "receipt"] as const).filter(differs),
    ...(money.some(differs) ? ["money" as const] : []),
    ...(amounts(before) === amounts(after) ? [] : ["payers" as const]),
    ...(weights(before) === weights(after) ? [] : ["people" as const]),
  ];
}

/** Computes the money of an edited cost again, with the payers and shares that change. Undefined if the edit touches no money. */
function countedAnew(
  { access, people }: LockedBooks,
  key: string,
  shown: Cost,
  edit: CostEdit,
  changed: ReadonlySet<Part>,
) {
  const [hasMoney, hasPayers, hasPeople] = [changed.has("money"), changed.has("payers"), changed.has("people")];
  if (!hasMoney && !hasPayers && !hasPeople) return undefined;
  const tripCurrency = access.currency ?? shown.currency;
  const { amount = shown.amount, currency = shown.currency } = edit;
  const { payers = shown.payers, split = shown.split, people: sharers = shown.shares } = edit;
  const isSameAmount = amount === shown.amount && currency === shown.currency;
  const typed = { rate: edit.rate ?? null, tripAmount: edit.tripAmount ?? null };
  const isTyped = typed.rate !== null || typed.tripAmount !== null;
  const kept = {
    rate: shown.rate,
    tripAmount: shown.rate === null && currency !== tripCurrency ? shown.tripAmount : null,
  };
  const entered: EnteredCost = {
    key,
    amount,
    currency,
    split,
    ...(isTyped || !isSameAmount ? typed : kept),
    payers: payers.map(({ personId, amount: paid }) => ({ personId, amount: paid })),
    people: sharers.map(({ personId, weight }) => ({ personId, weight })),
  };
  const parts = partsOf(people, entered, tripCurrency);
  return {
    columns: {
      amount,
      currency,
      rate: parts.rate,
      tripAmount: parts.tripAmount,
      ...((hasMoney || hasPeople) && { split }),
    },
    parts: {
      ...((hasMoney || hasPayers) && { payers: parts.payers }),
      ...((hasMoney || hasPeople) && { shares: parts.shares }),
    },
  };
}
