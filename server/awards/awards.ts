import type { NewCategory } from "#contract/categories.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, forbidden, notFound, refusedField } from "../platform/http/problem.ts";
import type { Organizing, TripMembership } from "../access/rights.ts";
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
    throw new Problem("too_many", withValues("awards_full", { max: maxAwards }));
  return id;
}

/** Returns the cast vote, or the one that was cast before, or throws its refusal. `maySee` throws 404 if a voter outside the crew may not see the trip. */
export async function outcomeOf(outcome: CastOutcome, maySee: (userId: string) => Promise<unknown>) {
  switch (outcome.outcome) {
    case "cast":
    case "repeated":
      return outcome;
    case "night_closed":
      throw new Problem("voting_closed", "voting_closed_for_night");
    case "no_skip":
      throw new Problem("conflict", "skip_without_night");
    case "not_yourself":
      throw refusedField("nomineeId", "nominee_is_yourself");
    case "closed":
      throw new Problem("voting_closed", "voting_closed");
    case "decided":
      throw new Problem("award_decided", "award_decided");
    case "not_nominee":
      throw refusedField("nomineeId", "nominee_not_on_crew");
    case "not_crew":
      await maySee(outcome.voter);
      throw forbidden("crew_votes");
    case "not_confirmed":
      throw forbidden("confirmed_people_vote");
    case "key_used":
      throw new Problem("key_used", "key_used");
    case "not_signed_in":
      throw new Problem("not_signed_in", "not_signed_in");
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
  if (stage && stage !== "over") throw new Problem("conflict", "night_closes_awards");
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
    throw forbidden("award_has_votes");
  }
  await refuseWhileSealed(writes, trip.tripId);
  await writes.remove(categoryId);
}

/** 409 while the results of the trip are sealed: its show has its cards already. */
export async function refuseWhileSealed(writes: AwardWrites, tripId: string) {
  const stage = await writes.lockStage(tripId);
  if (stage === "closed" || stage === "live") throw new Problem("conflict", "results_sealed");
}

async function lockAward(writes: AwardWrites, { tripId, userId }: TripMembership, categoryId: string) {
  const award = await writes.lock(tripId, categoryId, userId);
  if (!award) throw notFound("award_not_found");
  return award;
}
