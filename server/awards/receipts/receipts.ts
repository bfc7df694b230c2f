// Decision 079: why receipts have random ids and no author that anybody sees.
import { randomInt } from "node:crypto";
import { maxReceiptsOfAuthor } from "#contract/receipt-limits.ts";
import type { NewReceipt } from "#contract/receipts.ts";
import { withValues } from "#contract/refusals.ts";
import type { TripAccess, TripMembership } from "../../access/rights.ts";
import { Problem, forbidden, notFound, refusedField } from "../../platform/http/problem.ts";
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
  if (!found) throw notFound("award_not_found");
  if (!found.isOpen) throw new Problem("conflict", "award_result_out_already");
  if (!found.isNominee) throw refusedField("nomineeId", "nominee_not_on_crew");
  if (proof.mediaId !== undefined && !found.isPhoto) {
    throw refusedField("mediaId", "proof_photo_elsewhere");
  }
  if (found.sameId !== null) return { id: found.sameId, isNew: false };
  if (found.ofAuthor >= maxReceiptsOfAuthor) {
    throw new Problem("too_many", withValues("proofs_of_author_full", { max: maxReceiptsOfAuthor }));
  }
  if (found.ofTrip >= maxReceipts) throw new Problem("too_many", withValues("proofs_full", { max: maxReceipts }));
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
  throw forbidden("proof_not_yours");
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
  if (stage === null) throw new Problem("conflict", "proof_without_night");
  if (stage !== "planned") throw new Problem("voting_closed", "voting_closed_for_night");
}
