// Decision 106: why a merge moves rows by one list, and what it leaves alone.
import { Problem, forbidden, notFound, refusedToken } from "../../platform/http/problem.ts";
import type { Changed, MergeWrites } from "./writes-store.ts";

/** A seat whose owner asked to take it into an account. */
export interface OwnSeat {
  readonly personId: string;
  /** Since when tickets of the seat counted as this one was made, in ISO 8601. It is another time once the ticket has ended. */
  readonly ticketsFrom: string | null;
}

/**
 * Merges somebody's own seat into their account. Refuses a seat that is gone, is kept, or whose tickets ended since, and 403 for an account
 * that an admin removed from the seat's squad: they have to let it back in.
 */
export async function mergeOwnSeat(writes: MergeWrites, seat: OwnSeat, userId: string): Promise<Changed> {
  const pair = { from: seat.personId, into: userId };
  if (seat.personId === userId || (await writes.lock(pair)) < 2 || (await writes.hasAccount(pair.from)))
    throw refusedToken("merge_ticket_ended");
  if ((await writes.ticketsFrom(pair.from)) !== seat.ticketsFrom) throw refusedToken("merge_ticket_ended");
  if (await writes.wasRemoved(pair)) throw forbidden("not_invited_back");
  return writes.merge(pair, { userId, squadId: null });
}

/** Merges two people of an admin's squad: a seat into another seat, or a name that is still to come into a member. */
export async function mergeInSquad(
  writes: MergeWrites,
  pair: { readonly from: string; readonly into: string },
  by: { readonly userId: string; readonly squadId: string },
): Promise<Changed> {
  await writes.lock(pair);
  await demandMergeable(writes, by.squadId, pair);
  return writes.merge(pair, by);
}

/** Demands two people of a squad that an admin may merge. */
export async function demandMergeable(
  { standingIn }: Pick<MergeWrites, "standingIn">,
  squadId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  if (from === into) throw new Problem("conflict", "merge_needs_two");
  const [one, other] = [await standingIn(squadId, from), await standingIn(squadId, into)];
  const isMergeable =
    (one === "expected" && (other === "seat" || other === "account")) || (one === "seat" && other === "seat");
  if (!isMergeable) throw new Problem("conflict", "merge_not_possible");
}

/** Undoes a merge that this person made in the last seven days. 404 for any other. */
export async function undoMerge(
  writes: MergeWrites,
  id: string,
  userId: string,
  mayRun: (squadId: string) => Promise<boolean>,
): Promise<Changed & { readonly into: string }> {
  const merge = await writes.find(id, userId);
  if (!merge || (merge.squadId !== null && !(await mayRun(merge.squadId)))) throw notFound("merge_not_found");
  const pair = { from: id, into: merge.into };
  await writes.lock(pair, merge.kept);
  const isOwn = merge.squadId === null;
  return { ...(await writes.undo(pair, merge.kept, isOwn)), into: merge.into };
}
