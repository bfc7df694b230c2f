import { Problem, forbidden, notFound } from "../platform/http/problem.ts";
import type { Rights, RightsStore } from "./rights-store.ts";

declare const proven: unique symbol;

/** Proof that someone may see a squad. Only the functions here make one. `role` is null for those who do not belong. */
export interface SquadAccess extends Pick<Rights, "role" | "isDemo"> {
  readonly squadId: string;
  readonly userId: string;
  readonly [proven]: "sees";
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

/** Demands membership: 404 when the squad is hidden from this user, 403 when they see it and do not belong. */
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
