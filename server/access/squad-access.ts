import { Problem, forbidden, notFound } from "../platform/http/problem.ts";

declare const proven: unique symbol;

/** Proof that someone belongs to a squad. Only `memberOf` and `adminOf` make one. */
export interface Membership {
  readonly squadId: string;
  readonly userId: string;
  readonly role: "admin" | "member";
  /** The squad is its viewer's example, and theirs alone. */
  readonly isDemo: boolean;
  readonly [proven]: "member";
}

/** Proof that someone may run a squad. */
export type Adminship = Membership & { readonly role: "admin" };

/** How a user stands to a squad that exists. */
export interface SquadTie {
  readonly isPublic: boolean;
  readonly role: "admin" | "member" | null;
  readonly isDemo: boolean;
}

export interface SquadTies {
  findTie(userId: string, squadId: string): Promise<SquadTie | null>;
}

/** Demands membership: 404 to whom the squad is hidden, 403 to whom it merely shows itself. */
export async function memberOf(ties: SquadTies, userId: string, squadId: string): Promise<Membership> {
  const tie = await ties.findTie(userId, squadId);
  if (!tie || (!tie.role && !tie.isPublic)) throw notFound("Squad not found");
  if (!tie.role) throw forbidden("Only members of this squad can do that. Join it first.");
  return { squadId, userId, role: tie.role, isDemo: tie.isDemo } as Membership;
}

/** Demands the role of admin: 404 to whom the squad is hidden, 403 to everyone else. */
export async function adminOf(ties: SquadTies, userId: string, squadId: string): Promise<Adminship> {
  const member = await memberOf(ties, userId, squadId);
  if (member.role !== "admin") throw forbidden("Only squad admins can do that.");
  return member as Adminship;
}

/** Demands a squad that others can be in: nobody can be invited to an example. */
export function demandReal({ isDemo }: { readonly isDemo: boolean }): void {
  if (isDemo)
    throw new Problem("conflict", "This is your demo squad, and yours alone. Create a squad to invite your friends.");
}
