// Decision 102: how a link gives a seat.
import { newId } from "../platform/db/id.ts";
import { Problem, forbidden, refusedField } from "../platform/http/problem.ts";
import type { PersonalInvitations } from "./invitations/personal-invitations.ts";
import { cannotJoin } from "./squads.ts";
import type { SquadWrites } from "./writes-store.ts";
import type { SeatWrites } from "./seat-store.ts";

/** How many people may take a seat in an hour by a squad's link. Later ones wait until an admin lets them in. */
const maxPerHour = 30;

interface SittingDown {
  readonly squadId: string;
  /** Who is signed in with this browser. */
  readonly viewerId: string | null;
  readonly firstName: string | undefined;
  readonly lastName: string;
  /** The expected person whose name this is. */
  readonly expected: string | undefined;
  readonly invite: string;
  readonly device: string | null;
  /** SHA-256 of the browser's key. */
  readonly keyHash: Buffer;
}

export interface SatDown {
  readonly personId: string;
  readonly isWaiting: boolean;
  /** False for a request that comes again. */
  readonly isNew: boolean;
}

/**
 * Gives a person without an account a place in a squad and on its trips that have not ended. 404 for a wrong code, 403 for a squad that
 * gives no seats. The same key gives the same seat.
 */
export async function sitDown(
  writes: SquadWrites,
  seats: SeatWrites,
  personal: PersonalInvitations,
  { squadId, viewerId, invite, expected, firstName, ...who }: SittingDown,
): Promise<SatDown> {
  const squad = await writes.lock(squadId);
  if (!squad || squad.demo_of !== null) throw cannotJoin();
  const known = await seats.findByKey(who.keyHash);
  if (known) {
    if (known.squadId !== squadId || !known.isRecent) throw new Problem("conflict", "seat_key_used");
    return { personId: known.personId, isWaiting: known.isWaiting, isNew: false };
  }
  const newcomer = newId();
  const invitation = await personal.find(squadId, invite, expected ?? newcomer);
  if (!invitation && !(await seats.isLinkOf(squadId, invite))) throw cannotJoin();
  if (viewerId !== null) throw new Problem("conflict", "signed_in_already");
  if (!squad.takes_seats) throw forbidden("squad_takes_no_seats");
  const name = expected === undefined ? undefined : await seats.findExpected(squadId, expected);
  if (expected !== undefined && !name) throw new Problem("conflict", "seat_just_taken");
  const isFlood = !invitation && (await seats.countSince(squadId, squad.let_in_at)) >= maxPerHour;
  // In a flood everybody waits, except a person whose name an account wrote down: seats of the flood can write names down too. A person who
  // chooses a name that a seat wrote down waits as a new person, and the squad still expects that name.
  const isWaiting = isFlood && !name?.isByAccount;
  const taken = isWaiting ? undefined : expected;
  const personId = taken ?? newcomer;
  if (taken === undefined) {
    const called = name?.firstName ?? firstName;
    if (called === undefined) throw refusedField("firstName", "first_name_missing", "first_name_missing");
    await seats.addPerson(personId, called, name ? "" : who.lastName);
  }
  await seats.add({ ...who, personId, squadId, isWaiting });
  if (taken !== undefined) await seats.endWaiting(taken);
  if (isWaiting) return { personId, isWaiting, isNew: true };
  await welcome(writes, squadId, personId);
  if (invitation?.tripId) await writes.addToCrew(invitation.tripId, personId);
  if (invitation) await personal.use(invitation.id, personId);
  return { personId, isWaiting, isNew: true };
}

/** Lets in everybody who waits, and starts the count of the hour again. Returns the ids of those people. */
export async function letInAll(writes: SquadWrites, seats: SeatWrites, squadId: string): Promise<readonly string[]> {
  await writes.lock(squadId);
  const people = await seats.letIn(squadId);
  for (const person of people) await welcome(writes, squadId, person);
  return people;
}

async function welcome(writes: SquadWrites, squadId: string, personId: string): Promise<void> {
  await writes.addMember(squadId, personId, "member");
  await writes.joinComingTrips(squadId, personId);
}
