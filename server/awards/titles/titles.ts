import type { PackKey } from "#contract/award-packs.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { TripMembership } from "../../access/rights.ts";
import { maxAwards, refuseWhileSealed } from "../awards.ts";
import type { AwardWrites } from "../writes-store.ts";
import { awardsOfPack } from "./packs.ts";
import type { Descendant, TitleWrites } from "./store.ts";

interface Writes {
  readonly awards: AwardWrites;
  readonly titles: TitleWrites;
}

/** Adds the awards of a pack that the trip lacks. Returns how many they are. 409 if the trip has no room for all of them. */
export const addPack = (writes: Writes, trip: TripMembership, pack: PackKey): Promise<number> =>
  addMissing(
    writes,
    trip.tripId,
    awardsOfPack(pack).map(({ key, ...award }) => ({ ...award, ancestor: key })),
  );

/** Copies the awards of an earlier trip that the trip lacks. Returns how many they are. 409 if there is no room for all of them. */
export const copyAwards = async (writes: Writes, trip: TripMembership, fromTripId: string): Promise<number> =>
  addMissing(writes, trip.tripId, await writes.titles.descendantsOf(fromTripId));

/** An award is there already if one of the trip has its ancestor or its name. */
async function addMissing({ awards, titles }: Writes, tripId: string, wanted: readonly Descendant[]): Promise<number> {
  await refuseWhileSealed(awards, tripId);
  const present = await titles.lockAwards(tripId);
  const taken = new Set(present.flatMap(({ ancestor, name }) => [ancestor, nameKey(name)]));
  const missing = wanted.filter(({ ancestor, name }) => !taken.has(ancestor) && !taken.has(nameKey(name)));
  const room = maxAwards - present.length;
  if (missing.length > room) {
    const count = present.length + missing.length;
    throw new Problem("too_many", withValues("awards_would_be_too_many", { max: maxAwards, count }));
  }
  let order = Math.max(-1, ...present.map(({ position }) => position));
  for (const { ancestor, ...award } of missing) {
    order = Math.min(maxOrder, order + 1);
    await awards.add(tripId, { ...award, order }, ancestor);
  }
  return missing.length;
}

/** The largest order of an award. */
const maxOrder = 10_000;

/** Two awards of a trip with the same letters would be one for its people. No ancestor has this form. */
const nameKey = (name: string) => `name ${name.toLowerCase()}`;

/**
 * Takes a crew member's own name off an award, or puts it back. Votes for them become void; nothing else changes. 409 once the results
 * are settled, and for the last person who can be chosen.
 */
export async function setDeclined(
  { awards, titles }: Writes,
  trip: TripMembership,
  categoryId: string,
  isDeclined: boolean,
): Promise<void> {
  const award = await titles.lockAward(categoryId);
  const stage = await awards.lockStage(trip.tripId);
  if (stage === "closed" || stage === "live") throw new Problem("voting_closed", "voting_closed_for_night");
  if (!award || award.completed_at || award.closed_at) throw new Problem("voting_closed", "award_results_out");
  if (!isDeclined) return titles.accept(categoryId, trip.userId);
  await titles.decline(categoryId, trip.userId);
  if (!(await titles.hasNominee(categoryId))) throw new Problem("conflict", "last_nominee");
}
