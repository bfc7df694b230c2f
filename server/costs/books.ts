import { type Transfer, settleUp } from "#contract/money/settle.ts";
import { notFound, refusedField } from "../platform/http/problem.ts";
import { type BooksAccess, seeBooks } from "./access.ts";
import type { BooksPerson } from "./people-store.ts";
import type { CostWrites } from "./writes-store.ts";

/** The books of a trip, locked: nobody else writes in them before the commit. */
export interface LockedBooks {
  /** What the viewer may do by now. */
  readonly access: BooksAccess;
  readonly people: readonly BooksPerson[];
}

/** Locks the books and reads them anew: people may have left, and costs may have come, since the request began. */
export async function lockBooks(writes: CostWrites, { userId, tripId }: BooksAccess): Promise<LockedBooks> {
  if (!(await writes.lockBooks(tripId))) throw notFound("trip_not_found");
  const access = await seeBooks(writes.rights, userId, tripId);
  return { access, people: await writes.findPeople(tripId) };
}

/** Who pays whom: made from the costs, with the payments laid over it in the order in which they were entered. */
export const planOf = (people: readonly BooksPerson[], payments: readonly Transfer[]): readonly Transfer[] =>
  settleUp(
    people.map(({ id, paid, shared }) => ({ id, balance: paid - shared })),
    payments,
  );

/** Refuses ids that are neither on the crew nor in the books. */
export function demandKnown(people: readonly BooksPerson[], ids: readonly string[], field: string): void {
  const known = new Set(people.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw refusedField(field, "cost_people_unknown");
}

/** Returns the row of each of these people, and puts those who have none in the books. */
export async function rowsOf(writes: CostWrites, { access, people }: LockedBooks, ids: readonly string[]) {
  const wanted = new Set(ids);
  const rows = new Map<string, string>();
  for (const { id, rows: known } of people)
    if (wanted.has(id)) rows.set(id, known[0] ?? (await writes.rowOf(access.tripId, id)));
  return (id: string) => rows.get(id)!;
}
