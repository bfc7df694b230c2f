import type { PlainKey } from "#contract/refusals.ts";
import { forbidden, notFound } from "../platform/http/problem.ts";
import type { BooksRights, BooksRightsStore } from "./access-store.ts";

/** Marks the proofs, of which no other file makes one. */
declare const proven: unique symbol;

/** Proof that somebody may see the books of a trip, and what else they may. Only the functions here make one. */
export interface BooksAccess extends BooksRights {
  readonly userId: string;
  readonly [proven]: "books";
}

/** Demands that this user may see the books of a trip: 404 otherwise, as for a trip that does not exist. */
export const seeBooks = async (rights: BooksRightsStore, userId: string, tripId: string): Promise<BooksAccess> =>
  prove(userId, await rights.onTrip(userId, tripId), "trip_not_found");

/** The same for the trip of a cost. */
export const seeCost = async (rights: BooksRightsStore, userId: string, costId: string): Promise<BooksAccess> =>
  prove(userId, await rights.ofCost(userId, costId), "cost_not_found");

/** The same for the trip of a payment. */
export const seePayment = async (rights: BooksRightsStore, userId: string, paymentId: string): Promise<BooksAccess> =>
  prove(userId, await rights.ofPayment(userId, paymentId), "payment_not_found");

/** The same for the trip of a change. */
export const seeChange = async (rights: BooksRightsStore, userId: string, changeId: string): Promise<BooksAccess> =>
  prove(userId, await rights.ofChange(userId, changeId), "change_not_found");

/** 403 for people in the books who are not on the crew. */
export function demandMayAdd({ isCrew }: BooksAccess): void {
  if (!isCrew) throw forbidden("costs_for_crew");
}

function prove(userId: string, found: BooksRights | undefined, missing: PlainKey): BooksAccess {
  if (!found) throw notFound(missing);
  return { ...found, userId } as BooksAccess;
}
