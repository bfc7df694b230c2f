import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Organizing } from "../access/trip-access.ts";
import type { AwardWrites, CastOutcome, CategoryFields } from "./store.ts";

const maxAwards = 100;

/** Adds an award to a trip and returns its id. 409 if the trip has a hundred. */
export async function addAward(writes: AwardWrites, tripId: string, fields: CategoryFields): Promise<string> {
  const id = await writes.add(tripId, fields);
  // Counted after the insert, which locks the trip's row, so that parallel calls are counted.
  if ((await writes.countOf(tripId)) > maxAwards)
    throw new Problem("too_many", `A trip has room for ${maxAwards} awards. Delete one before you add another.`);
  return id;
}

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
