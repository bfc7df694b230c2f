import type { Change } from "#contract/costs.ts";
import { type BooksAccess } from "../access.ts";
import type { BooksPerson } from "../people-store.ts";
import { type StoredPayment } from "../payments/store.ts";
import { mayRecord } from "../payments/payments.ts";
import { type StoredCost, costThen, mayChange } from "../stored-cost.ts";
import { partsBetween } from "./parts.ts";
import { sentenceOf } from "./sentences.ts";
import type { ChangeOfCost, ChangeOfPayment, Named, StoredChange } from "./store.ts";
import { asStored } from "./undo.ts";

/** What the lines of a history are compared with. */
export interface Present {
  readonly access: BooksAccess;
  readonly people: readonly BooksPerson[];
  readonly names: ReadonlyMap<string, Named>;
  /** The costs and payments of these lines that are there. */
  readonly costs: ReadonlyMap<string, StoredCost>;
  readonly payments: ReadonlyMap<string, StoredPayment>;
}

/** A line of the history as the contract has it. */
export const presentChange = (change: StoredChange, present: Present): Change => ({
  id: change.id,
  what: change.kind,
  of: change.thingId,
  text: sentenceOf(change, present.names),
  at: change.at,
  mayUndo: change.kind === "cost" ? mayUndoCost(change, present) : mayUndoPayment(change, present),
});

/** Whether undoing it is the viewer's right, and nobody has changed the same since. */
function mayUndoCost({ thingId, before, after }: ChangeOfCost, { access, names, costs }: Present): boolean {
  const now = costs.get(thingId);
  if (!now) return !after && before !== null && mayChange(access, asStored(thingId, access, before, names));
  if (!after || !mayChange(access, now)) return false;
  const differences = partsBetween(costThen(now, null, after.tripCurrency), after);
  if (!before) return differences.size === 0;
  const parts = [...partsBetween(before, after)];
  return parts.length > 0 && !parts.some((part) => differences.has(part));
}

function mayUndoPayment({ thingId, before, after }: ChangeOfPayment, { access, people, names, payments }: Present) {
  const now = payments.get(thingId);
  if (after) return now !== undefined && mayRecord(access, people, now);
  if (now || !before) return false;
  const personOf = (row: string) => names.get(row)?.id ?? row;
  return mayRecord(access, people, { from: personOf(before.from), to: personOf(before.to) });
}
