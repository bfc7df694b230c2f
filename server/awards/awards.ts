import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Organizing } from "../access/trip-access.ts";
import type { AwardWrites, CastOutcome } from "./store.ts";

/** Returns the cast vote, or throws its refusal. `maySee` throws 404 if a voter outside the crew may not see the trip. */
export async function outcomeOf(outcome: CastOutcome, maySee: (userId: string) => Promise<unknown>) {
  switch (outcome.outcome) {
    case "cast":
      return outcome;
    case "closed":
      throw new Problem("voting_closed", "Voting on this award is closed");
    case "not_nominee":
      throw new Problem("invalid_input", "Please choose someone from the crew", {
        issues: [{ path: "nomineeId", message: "Please choose someone from the crew" }],
      });
    case "not_crew":
      await maySee(outcome.voter);
      throw forbidden("Only the crew of this trip can vote.");
    default:
      throw new Problem("not_signed_in", "Please log in first.");
  }
}

/** Closes an award that has a vote; it is final. Closing it again does nothing. Returns the awards that this completed. */
export async function closeVoting(writes: AwardWrites, trip: Organizing, categoryId: string): Promise<string[]> {
  const award = await writes.lock(categoryId);
  if (!award) throw notFound("Award not found");
  if (award.closed_at) return [];
  if (award.votes_received === 0) {
    throw new Problem("conflict", "Nobody has voted on this award yet. It can be closed once there is a vote.");
  }
  await writes.close(categoryId);
  return writes.settle(trip.tripId);
}
