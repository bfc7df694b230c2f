import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Organizing } from "../access/trip-access.ts";
import type { AwardWrites, CastOutcome } from "./store.ts";

/** What a cast vote was, or the refusal in words. `maySee`: whether whoever is no crew at least sees the trip. */
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

/** Ends a vote that has at least one in it: it is complete and final. Closing twice is no fault. Answers what that revealed. */
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
