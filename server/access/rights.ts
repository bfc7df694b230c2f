// Decision 021: why crew outside the squad cannot organize. Decision 086: what strangers of a public squad see.
import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Rights, RightsStore } from "./rights-store.ts";

/** Marks the proofs, of which no other file makes one. */
declare const proven: unique symbol;

/** Proof that someone may see a trip, and what else they may. Only the functions here make one. */
export interface TripAccess extends Rights {
  readonly tripId: string;
  readonly userId: string;
  readonly [proven]: "trip";
}

/** Proof of belonging: crew, or a member of the trip's squad. */
export type TripMembership = TripAccess & { readonly isMember: true };
/** Proof of running a trip. */
export type Organizing = TripMembership & { readonly isOrganizer: true };

/** Demands that this user may see the trip: 404 otherwise. */
export async function seeTrip(rights: RightsStore, userId: string, tripId: string): Promise<TripAccess> {
  const found = await rights.onTrip(userId, tripId);
  if (!found.maySee) throw notFound("trip_not_found");
  return { ...found, tripId, userId } as TripAccess;
}

/**
 * Whether the viewer may know of an award or a night of a trip: strangers of a public squad know those that are over. Statements that read
 * awards for everybody hold the same rule.
 */
export const mayKnowOf = ({ isMember }: TripAccess, isOver: boolean): boolean => isMember || isOver;

/** Demands belonging: 404 when the trip is hidden from this user, 403 when they see it as a stranger. */
export async function memberOfTrip(rights: RightsStore, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(rights, userId, tripId);
  if (!access.isMember) throw forbidden("trip_members_only");
  return access as TripMembership;
}

/** Demands the right to invite: 404 when the trip is hidden from this user, 403 for all others who may not. */
export async function inviterOf(rights: RightsStore, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(rights, userId, tripId);
  if (!access.mayInvite) throw forbidden("trip_squad_invites");
  return access as TripMembership;
}

/** Demands crew: 404 when the trip is hidden from this user, 403 for everyone else. */
export async function crewOf(rights: RightsStore, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(rights, userId, tripId);
  if (!access.isCrew) throw forbidden("trip_crew_only");
  return access as TripMembership;
}

/** Demands an organizer: 404 when the trip is hidden from this user, 403 for everyone else. */
export async function organizerOf(rights: RightsStore, userId: string, tripId: string): Promise<Organizing> {
  const access = await seeTrip(rights, userId, tripId);
  if (!access.isOrganizer) throw forbidden("trip_organizers_only");
  return access as Organizing;
}

/** Proof that someone may see a squad. Only the functions here make one. `role` is null for those who do not belong. */
interface SquadAccess extends Pick<Rights, "role" | "isDemo"> {
  readonly squadId: string;
  readonly userId: string;
  readonly [proven]: "squad";
}

/** Proof that someone belongs to a squad. */
export type Membership = SquadAccess & { readonly role: "admin" | "member" };
/** Proof that someone may run a squad. */
export type Adminship = Membership & { readonly role: "admin" };

/** Demands that this user may see the squad: 404 otherwise. */
export async function seeSquad(rights: RightsStore, userId: string, squadId: string): Promise<SquadAccess> {
  const { maySee, role, isDemo } = await rights.inSquad(userId, squadId);
  if (!maySee) throw notFound("squad_not_found");
  return { squadId, userId, role, isDemo } as SquadAccess;
}

/** Demands membership: 404 when the squad is hidden from this user, 403 when they see it as a stranger. */
export async function memberOf(rights: RightsStore, userId: string, squadId: string): Promise<Membership> {
  const access = await seeSquad(rights, userId, squadId);
  if (!access.role) throw forbidden("squad_members_only");
  return access as Membership;
}

/** Demands the role of admin: 404 when the squad is hidden from this user, 403 for everyone else. */
export async function adminOf(rights: RightsStore, userId: string, squadId: string): Promise<Adminship> {
  const member = await memberOf(rights, userId, squadId);
  if (member.role !== "admin") throw forbidden("squad_admins_only");
  return member as Adminship;
}

/** Refuses a demo squad, because it has one member for good. */
export function demandReal({ isDemo }: Pick<Rights, "isDemo">): void {
  if (isDemo) throw new Problem("conflict", "squad_is_demo");
}
