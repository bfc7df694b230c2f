// Decision 021: why crew outside the squad cannot organize.
import { forbidden, notFound } from "../platform/http/problem.ts";

declare const proven: unique symbol;

/** How a user stands to a trip that exists. */
export interface TripTie {
  readonly squadId: string | null;
  /** Its squad is public. */
  readonly isPublic: boolean;
  readonly role: "admin" | "member" | null;
  readonly isCrew: boolean;
  readonly isCreator: boolean;
}

/** Proof that someone may see a trip, and what else they may. Only the functions here make one. */
export interface TripAccess {
  readonly tripId: string;
  readonly userId: string;
  readonly squadId: string | null;
  readonly isCrew: boolean;
  readonly isMember: boolean;
  readonly isOrganizer: boolean;
  readonly isSquadAdmin: boolean;
  /** May bring others along, which lets them into the trip's squad too. */
  readonly mayInvite: boolean;
  readonly [proven]: "sees";
}

/** Proof of belonging: crew, or a member of the trip's squad. May upload, like, edit the trip and its awards. */
export type TripMembership = TripAccess & { readonly isMember: true };
/** Proof of running a trip: its creator while they belong, and every admin of its squad. */
export type Organizing = TripMembership & { readonly isOrganizer: true };

export interface TripTies {
  findTie(userId: string, tripId: string): Promise<TripTie | null>;
}

/** What a tie allows (decisions on roles): one line a verb. */
export function rightsOf(tie: TripTie) {
  const isMember = tie.isCrew || tie.role !== null;
  const isSquadAdmin = tie.role === "admin";
  // Who was removed from the squad and stays on a trip's crew neither runs the trip nor brings people into the squad.
  const isInside = tie.squadId === null ? tie.isCrew : tie.role !== null;
  return {
    maySee: isMember || tie.isPublic,
    isCrew: tie.isCrew,
    isMember,
    isSquadAdmin,
    isOrganizer: isSquadAdmin || (isInside && tie.isCreator),
    mayInvite: isInside,
  };
}

/** Demands that the trip shows itself to this user: 404 otherwise. */
export async function seeTrip(ties: TripTies, userId: string, tripId: string): Promise<TripAccess> {
  const tie = await ties.findTie(userId, tripId);
  const rights = tie && rightsOf(tie);
  if (!tie || !rights?.maySee) throw notFound("Trip not found");
  return { tripId, userId, squadId: tie.squadId, ...rights } as unknown as TripAccess;
}

/** Demands belonging: 404 to whom the trip is hidden, 403 to whom it merely shows itself. */
export async function memberOfTrip(ties: TripTies, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(ties, userId, tripId);
  if (!access.isMember) throw forbidden("Only the crew and the squad of this trip can do that.");
  return access as TripMembership;
}

/** Demands the right to invite: 404 to whom the trip is hidden, 403 to whoever merely sees it or is its crew alone. */
export async function inviterOf(ties: TripTies, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(ties, userId, tripId);
  if (!access.mayInvite) throw forbidden("Only members of the squad of this trip can invite people.");
  return access as TripMembership;
}

/** Demands crew: 404 to whom the trip is hidden, 403 to whoever merely sees it. */
export async function crewOf(ties: TripTies, userId: string, tripId: string): Promise<TripMembership> {
  const access = await seeTrip(ties, userId, tripId);
  if (!access.isCrew) throw forbidden("Only the crew of this trip can do that.");
  return access as TripMembership;
}

/** Demands an organizer: 404 to whom the trip is hidden, 403 to everyone else. */
export async function organizerOf(ties: TripTies, userId: string, tripId: string): Promise<Organizing> {
  const access = await seeTrip(ties, userId, tripId);
  if (!access.isOrganizer) throw forbidden("Only the organizers of this trip can do that.");
  return access as Organizing;
}
