// Decision 079: why receipts have random ids and no author that anybody sees.
import { randomInt } from "node:crypto";
import { maxReceiptsOfAuthor } from "#contract/receipt-limits.ts";
import type { NewReceipt } from "#contract/receipts.ts";
import type { TripAccess, TripMembership } from "../../access/trip-access.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import type { ReceiptWrites } from "./store.ts";

/** How many receipts a trip has at most: the ballot shows all. */
const maxReceipts = 1000;

/**
 * Attaches a receipt, while the vote of a night is open. The same receipt of the same author again adds nothing, so a double click is
 * harmless. 400 for a nominee or photo that is not of the trip, 409 once the vote is closed and above the limits.
 */
export async function addReceipt(writes: ReceiptWrites, crew: TripMembership, categoryId: string, proof: NewReceipt) {
  const { tripId, userId } = crew;
  await demandOpen(writes, tripId);
  const found = await writes.check(tripId, categoryId, userId, proof);
  if (!found) throw notFound("Award not found");
  if (!found.isOpen) throw new Problem("conflict", "The result of this award is out already.");
  if (!found.isNominee) throw refusedField("nomineeId", "Please choose someone from the crew");
  if (proof.mediaId !== undefined && !found.isPhoto) {
    throw refusedField("mediaId", "Please choose a photo of this trip");
  }
  if (found.sameId !== null) return { id: found.sameId, isNew: false };
  if (found.ofAuthor >= maxReceiptsOfAuthor) {
    throw new Problem("too_many", `You have added ${maxReceiptsOfAuthor} proofs to this award. Remove one first.`);
  }
  if (found.ofTrip >= maxReceipts) throw new Problem("too_many", `A trip has room for ${maxReceipts} proofs.`);
  return { id: await writes.add(tripId, categoryId, userId, proof), isNew: true };
}

/** Gives a heart, while the vote is open: after it nobody can tell whose it was. */
export async function giveHeart(writes: ReceiptWrites, { tripId, userId }: TripMembership, id: string): Promise<void> {
  await demandOpen(writes, tripId);
  await writes.giveHeart(id, userId);
}

/** 403 unless the viewer attached the receipt, is its nominee or runs the trip. */
export function demandMayRemove(
  { userId, isOrganizer }: TripAccess,
  { authorId, nomineeId }: { readonly authorId: string | null; readonly nomineeId: string },
): void {
  if (userId === authorId || userId === nomineeId || isOrganizer) return;
  throw forbidden("Only the nominee and the organizers of this trip can take this proof down.");
}

/** The same things in a random order that nobody can predict. */
export function shuffled<T>(things: readonly T[]): T[] {
  const all = [...things];
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [all[last], all[other]] = [all[other]!, all[last]!];
  }
  return all;
}

async function demandOpen(writes: ReceiptWrites, tripId: string): Promise<void> {
  const stage = await writes.lockStage(tripId);
  if (stage === null)
    throw new Problem("conflict", "Proof belongs to an Awards Night, and this trip has none planned.");
  if (stage !== "planned") throw new Problem("voting_closed", "Voting is closed: see you at Awards Night");
}

const refusedField = (path: string, message: string) =>
  new Problem("invalid_input", message, { issues: [{ path, message }] });
