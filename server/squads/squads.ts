import { Problem, forbidden, notFound, refusedToken } from "../platform/http/problem.ts";
import { newInviteCode } from "../platform/secrets/invite-code.ts";
import type { Revealed } from "../schema/shapes/crew.ts";
import { demandName } from "../trips/trips.ts";
import type { Adminship, Membership } from "../access/rights.ts";
import type { PersonalInvitations } from "./invitations/personal-invitations.ts";
import type { SquadEdit, SquadWrites } from "./writes-store.ts";

/** The refusal of a join, the same for a missing squad, a private one and an ended link. */
export const cannotJoin = () => refusedToken("squad_not_joinable");

interface Joining {
  readonly squadId: string;
  readonly userId: string;
  readonly invite: string | undefined;
}

export interface Joined {
  readonly alreadyMember: boolean;
  /** The trip whose crew the person came onto by an invitation. */
  readonly crewOf: string | undefined;
}

/**
 * Joins a squad and its trips that have not ended; an invitation to a trip joins that trip too. Joining again does nothing. An
 * invitation is used up only if it added the person to the squad or to the crew of its trip. 403 for a person whom an admin removed, if
 * the squad is public and nobody has invited them back.
 */
export async function join(
  writes: SquadWrites,
  personal: PersonalInvitations,
  { squadId, userId, invite }: Joining,
): Promise<Joined> {
  const squad = await writes.lock(squadId);
  if (!squad) throw cannotJoin();
  const alreadyMember = (await writes.memberRoles(squadId)).some((member) => member.user_id === userId);
  const invitation = invite === undefined ? null : await personal.find(squadId, invite, userId);
  if (!alreadyMember && !invitation) {
    if (!(await writes.isOpenTo(squadId, invite))) throw cannotJoin();
    if (squad.is_public && (await writes.wasRemoved(squadId, userId))) throw forbidden("not_invited_back");
  }
  if (!alreadyMember) {
    await writes.addMember(squadId, userId, "member");
    await writes.joinComingTrips(squadId, userId);
  }
  const tripId = invitation?.tripId;
  const crewOf = tripId && (await writes.addToCrew(tripId, userId)) ? tripId : undefined;
  if (invitation && (!alreadyMember || crewOf)) await personal.use(invitation.id, userId);
  return { alreadyMember, crewOf };
}

/** Joins the crew of a squadless trip, which needs an invitation. */
export async function joinTrip(
  writes: SquadWrites,
  personal: PersonalInvitations,
  { tripId, userId, invite }: Omit<Joining, "squadId"> & { readonly tripId: string },
): Promise<Joined> {
  const invitation = invite === undefined ? null : await personal.find(tripId, invite, userId);
  if (await writes.isOnCrew(tripId, userId)) return { alreadyMember: true, crewOf: undefined };
  if (!invitation || !(await writes.addToCrew(tripId, userId))) throw cannotJoin();
  await personal.use(invitation.id, userId);
  return { alreadyMember: false, crewOf: tripId };
}

/** The trips whose crew somebody left, and the awards that this completed. */
interface LeftTrips {
  readonly tripIds: readonly string[];
  readonly revealed: readonly Revealed[];
}

const noTrips: LeftTrips = { tripIds: [], revealed: [] };

/**
 * Leaves a squad. The only admin must make another one first. The last member confirms with the name, and the squad is deleted. Null
 * while photos of it are left.
 */
export async function leave(writes: SquadWrites, member: Membership, confirm: string | undefined) {
  const squad = await writes.lock(member.squadId);
  if (!squad) throw notFound("squad_not_found");
  if (squad.demo_of !== null) {
    return (await writes.remove(member.squadId)) && { deleted: true, left: noTrips };
  }
  const others = (await writes.memberRoles(member.squadId)).filter((other) => other.user_id !== member.userId);
  if (others.length === 0) {
    demandName(confirm, squad.name, "confirm_last_member_leaves");
    return (await writes.remove(member.squadId)) && { deleted: true, left: noTrips };
  }
  if (!others.some((other) => other.role === "admin")) {
    throw new Problem("last_admin", "last_admin_leaves");
  }
  const left: LeftTrips = await writes.leaveTrips(member.squadId, member.userId);
  await writes.removeMember(member.squadId, member.userId);
  return { deleted: false, left };
}

/** Edits a squad, as each of its members may. Only an admin makes it public or private, or sets what its
 * link does and its pictures show (403). Returns whether it became public or private. */
export async function edit(writes: SquadWrites, { squadId, userId }: Membership, set: SquadEdit): Promise<boolean> {
  const squad = await writes.lock(squadId);
  const role = (await writes.memberRoles(squadId)).find((member) => member.user_id === userId)?.role;
  if (!squad || !role) throw notFound("squad_not_found");
  const turns = set.is_public !== undefined && set.is_public !== squad.is_public;
  const setsMore = [
    [set.takes_seats, squad.takes_seats],
    [set.shows_crew, squad.shows_crew],
    [set.shows_faces, squad.shows_faces],
  ].some(([next, now]) => next !== undefined && next !== now);
  if (turns && role !== "admin") throw forbidden("squad_admins_turn_public");
  if (setsMore && role !== "admin") throw forbidden("squad_admins_only");
  await writes.edit(squadId, set);
  return turns;
}

/**
 * Removes someone from the squad, and with `leave` from the crews of its trips. Makes a new invite code, so that they cannot return by
 * the old link, and notes the removal, so that they cannot join while the squad is public.
 */
export async function removeMember(
  writes: SquadWrites,
  admin: Adminship,
  userId: string,
  trips: "leave" | "keep",
): Promise<LeftTrips> {
  if (userId === admin.userId) throw new Problem("conflict", "cannot_remove_yourself");
  await lockForAdmin(writes, admin);
  await demandMember(writes, admin.squadId, userId);
  const left = trips === "keep" ? noTrips : await writes.leaveTrips(admin.squadId, userId);
  await writes.removeMember(admin.squadId, userId);
  await writes.noteRemoval(admin.squadId, userId);
  await writes.setInviteCode(admin.squadId, newInviteCode());
  return left;
}

/** Ends a removal, so that the person can join again. Does nothing for anybody else. */
export async function letBackIn(writes: SquadWrites, admin: Adminship, userId: string): Promise<void> {
  await lockForAdmin(writes, admin);
  await writes.letBackIn(admin.squadId, userId);
}

/** Changes a role. 409 if no admin would be left, 403 for a seat that would be one. */
export async function changeRole(
  writes: SquadWrites,
  admin: Adminship,
  userId: string,
  role: "admin" | "member",
): Promise<void> {
  const roles = await lockForAdmin(writes, admin);
  await demandMember(writes, admin.squadId, userId);
  if (role === "member" && !roles.some((other) => other.role === "admin" && other.user_id !== userId)) {
    throw new Problem("last_admin", "last_admin_steps_down");
  }
  if (role === "admin" && !(await writes.hasAccount(userId)))
    throw new Problem("account_needed", "admin_needs_account");
  await writes.setRole(admin.squadId, userId, role);
}

/** Deletes a squad and all it holds, confirmed with its name. Null while photos of it are left. */
export async function deleteSquad(writes: SquadWrites, admin: Adminship, confirm: string | undefined) {
  await lockForAdmin(writes, admin);
  const squad = await writes.lock(admin.squadId);
  if (!squad) throw notFound("squad_not_found");
  demandName(confirm, squad.name, "confirm_squad_deletion");
  return writes.remove(admin.squadId);
}

/** Locks the squad and checks the role again, since it may have changed since the proof was made. */
async function lockForAdmin(writes: SquadWrites, admin: Adminship) {
  await writes.lock(admin.squadId);
  const roles = await writes.memberRoles(admin.squadId);
  if (!roles.some((member) => member.user_id === admin.userId && member.role === "admin"))
    throw notFound("squad_not_found");
  return roles;
}

async function demandMember(writes: SquadWrites, squadId: string, userId: string) {
  const roles = await writes.memberRoles(squadId);
  if (!roles.some((member) => member.user_id === userId)) throw notFound("not_a_member");
}
