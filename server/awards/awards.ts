import type { NewCategory } from "#contract/categories.ts";
import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Organizing, TripMembership } from "../access/trip-access.ts";
import { reasonToStayOpen } from "./closing.ts";
import type { CastOutcome } from "./ballot-store.ts";
import type { AwardWrites } from "./writes-store.ts";

/** How many awards a trip has at most. */
export const maxAwards = 100;

/** Adds an award to a trip and returns its id. 409 if the trip has a hundred, and between the close of a night and its end. */
export async function addAward(writes: AwardWrites, tripId: string, fields: NewCategory): Promise<string> {
  await refuseWhileSealed(writes, tripId);
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
    case "night_closed":
      throw new Problem("voting_closed", "Voting is closed: see you at Awards Night");
    case "no_skip":
      throw new Problem("conflict", "Only awards of a planned Awards Night can be skipped.");
    case "not_yourself": {
      const message = "Nobody votes for themselves on this Awards Night. Please choose someone else";
      throw new Problem("invalid_input", message, { issues: [{ path: "nomineeId", message }] });
    }
    case "closed":
      throw new Problem("voting_closed", "Voting on this award is closed");
    case "decided":
      throw new Problem("award_decided", "This award was decided before you joined.");
    case "not_nominee":
      throw new Problem("invalid_input", "Please choose someone from the crew", {
        issues: [{ path: "nomineeId", message: "Please choose someone from the crew" }],
      });
    case "not_crew":
      await maySee(outcome.voter);
      throw forbidden("Only the crew of this trip can vote.");
    case "not_signed_in":
      throw new Problem("not_signed_in", "Please log in first.");
    default:
      return outcome satisfies never;
  }
}

/**
 * Closes an award for good; closing it again does nothing. An open one needs enough votes, else 409. It ends in any case: too few choices
 * stay uncounted. Returns what it did.
 */
export async function closeVoting(
  writes: AwardWrites,
  trip: Organizing,
  categoryId: string,
): Promise<"nothing" | "closed" | "completed"> {
  const award = await lockAward(writes, trip, categoryId);
  const stage = await writes.lockStage(trip.tripId);
  if (stage && stage !== "over")
    throw new Problem("conflict", "This trip has an Awards Night: all its awards close together then.");
  if (award.isClosed) return "nothing";
  const reason = award.isComplete ? null : reasonToStayOpen(award);
  if (reason) throw new Problem("conflict", reason);
  await writes.close(categoryId, trip.userId);
  return award.isComplete ? "closed" : "completed";
}

/** Deletes an award. One with votes is for organizers alone: 403 for other members. */
export async function deleteAward(writes: AwardWrites, trip: TripMembership, categoryId: string): Promise<void> {
  const award = await lockAward(writes, trip, categoryId);
  if (award.votesReceived > 0 && !trip.isOrganizer) {
    throw forbidden("People have voted on this award. Only the organizers of this trip can delete it.");
  }
  await refuseWhileSealed(writes, trip.tripId);
  await writes.remove(categoryId);
}

/** 409 while the results of the trip are sealed: its show has its cards already. */
export async function refuseWhileSealed(writes: AwardWrites, tripId: string) {
  const stage = await writes.lockStage(tripId);
  if (stage === "closed" || stage === "live")
    throw new Problem("conflict", "The results are sealed until Awards Night. The awards can change after it.");
}

async function lockAward(writes: AwardWrites, { tripId, userId }: TripMembership, categoryId: string) {
  const award = await writes.lock(tripId, categoryId, userId);
  if (!award) throw notFound("Award not found");
  return award;
}
