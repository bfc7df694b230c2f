import { oneLine } from "#contract/plain-text.ts";
import { type PlainKey, withValues } from "#contract/refusals.ts";
import type { Activity } from "../schema/activity.ts";
import type { TripEdit, TripFields } from "#contract/trips.ts";
import { newId } from "../platform/db/id.ts";
import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import { type Membership, type Organizing, type TripMembership, demandReal } from "../access/rights.ts";
import type { Revealed } from "../schema/shapes/crew.ts";
import type { TripWrites } from "./store.ts";

/** Trips that one person has created and that are not deleted. */
const maxTrips = 200;

/** Creates a trip and returns its id. 409 for a person who has created 200. The crew is all members of the squad, or for a squadless trip its creator. */
export async function createTrip(
  writes: TripWrites,
  userId: string,
  member: Membership | null,
  trip: TripFields,
): Promise<string> {
  const id = newId();
  // The lock makes a parallel join wait, which then finds the trip. It fails if the squad was deleted.
  if (member && !(await writes.lockSquad(member.squadId))) throw notFound("squad_not_found");
  if ((await writes.countTripsBy(userId)) >= maxTrips)
    throw new Problem("too_many", withValues("trips_full", { max: maxTrips }));
  await writes.add(id, userId, member?.squadId ?? null, trip);
  await writes.addCrew(id, member ? await writes.squadMemberIds(member.squadId) : [userId]);
  if (member) await writes.addExpected(id, member.squadId);
  return id;
}

/**
 * Edits a trip, as each of its members may. Only admins of its squad choose that confirmed people alone vote (403), and not between the
 * close of a night and its end (409). Returns whether that changed, and the awards that it completed.
 */
export async function editTrip(writes: TripWrites, trip: TripMembership, { confirmedOnly, ...fields }: TripEdit) {
  const edited = { hasNewRule: false, revealed: [] as Revealed[] };
  if (confirmedOnly !== undefined) {
    // People who join, are confirmed or keep their seat at this moment come before or after.
    if (trip.squadId) await writes.lockSquad(trip.squadId);
    const { confirmed_only: before } = await lockTrip(writes, trip.tripId);
    edited.hasNewRule = confirmedOnly !== before;
  }
  if (confirmedOnly !== undefined && edited.hasNewRule) {
    if (!trip.isSquadAdmin) throw forbidden("squad_admins_choose_voters");
    demandReal(trip);
    const stage = await writes.lockStage(trip.tripId);
    if (stage === "closed" || stage === "live") throw new Problem("conflict", "voters_sealed");
    edited.revealed = await writes.setConfirmedOnly(trip.tripId, confirmedOnly);
  }
  await writes.edit(trip.tripId, fields);
  return edited;
}

/** Sets the crew to `userIds`, who must be squad members or crew already. Returns who came and went, and the completed awards. */
export async function editCrew(writes: TripWrites, trip: TripMembership, userIds: readonly string[]) {
  // The lock waits for a parallel removal from the squad, so that the removed person is not added.
  if (trip.squadId) await writes.lockSquad(trip.squadId);
  const { squad_id: squadId } = await lockTrip(writes, trip.tripId);
  const present = await writes.crewIds(trip.tripId);
  const allowed = new Set([...present, ...(squadId ? await writes.squadMemberIds(squadId) : [])]);
  const wanted = new Set(userIds);
  if (wanted.size === 0) throw new Problem("invalid_input", "trip_needs_crew");
  if (userIds.some((userId) => !allowed.has(userId))) {
    throw new Problem("invalid_input", "crew_is_of_squad");
  }
  const gone = present.filter((userId) => !wanted.has(userId));
  if (gone.length > 0 && !trip.isOrganizer && gone.some((userId) => userId !== trip.userId)) {
    throw new Problem("forbidden", "organizers_remove_crew");
  }
  const came = [...wanted].filter((userId) => !present.includes(userId));
  await writes.addCrew(trip.tripId, came);
  const revealed: Revealed[] = [];
  for (const userId of gone) revealed.push(...(await writes.removeCrew(trip.tripId, userId)));
  return { came, gone, revealed };
}

/** Removes someone from the crew; 404 if they are not on it. Returns the awards that this completed. */
export async function removeFromCrew(writes: TripWrites, trip: Organizing, userId: string): Promise<Revealed[]> {
  const { squad_id: squadId } = await lockTrip(writes, trip.tripId);
  const crew = await writes.crewIds(trip.tripId);
  if (!crew.includes(userId)) throw notFound("not_on_crew");
  if (!squadId && crew.length === 1) {
    throw new Problem("conflict", "last_of_crew");
  }
  return writes.removeCrew(trip.tripId, userId);
}

/** Leaves the crew. The last member of a squadless trip must confirm with its name, and the trip is deleted. Null while photos are left. */
export async function leaveTrip(writes: TripWrites, trip: TripMembership, confirm: string | undefined) {
  const { name, squad_id: squadId } = await lockTrip(writes, trip.tripId);
  const crew = await writes.crewIds(trip.tripId);
  if (!crew.includes(trip.userId)) throw new Problem("conflict", "you_are_not_on_crew");
  if (!squadId && crew.length === 1) {
    demandName(confirm, name, "confirm_last_of_crew_leaves");
    return (await writes.remove(trip.tripId)) && { deleted: true, revealed: [] };
  }
  return { deleted: false, revealed: await writes.removeCrew(trip.tripId, trip.userId) };
}

async function lockTrip(writes: TripWrites, id: string) {
  const trip = await writes.lock(id);
  if (!trip) throw notFound("trip_not_found");
  return trip;
}

/** Refuses with the sentence of `key` unless `confirm` is the name of what the caller wants to delete. */
export function demandName(confirm: string | undefined, name: string, key: PlainKey): void {
  if (confirm === undefined || oneLine(confirm) !== oneLine(name)) throw new Problem("confirmation_needed", key);
}

/** Tells that the results of these awards are out. */
export function tellResults(activity: Pick<Activity, "tell">, revealed: readonly Revealed[]): void {
  for (const { tripId, categoryId } of revealed) activity.tell("results_out", { trip: tripId }, { categoryId });
}
