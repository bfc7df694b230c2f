import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Db } from "../../schema/database.ts";
import type { Cast, World } from "../world.ts";

/** Statuses for visitor, user, member, crew, organizer and admin. */
export type Statuses = readonly [number, number, number, number, number, number];

export interface Rule {
  readonly private: Statuses;
  readonly public: Statuses;
  /**
   * Statuses for a seat on the crew, and for a seat of another squad. By default those of `crew` and `user`. A call that needs an account
   * answers both 403.
   */
  readonly seats?: Readonly<Record<"private" | "public", readonly [number, number]>>;
  /** The `:id` of the path, of something that the world has or that this adds to it; by default the id of the trip. */
  readonly of?: (world: World, cast: Cast, db: Db, blobs: Pick<Blobs, "put">) => string | Promise<string>;
  readonly body?: (world: World, cast: Cast) => unknown;
}

export const same = (statuses: Statuses, rest: Omit<Rule, "private" | "public"> = {}): Rule => ({
  private: statuses,
  public: statuses,
  ...rest,
});
export const anyone = (status = 200, body?: unknown): Rule =>
  same([status, status, status, status, status, status], { body: () => body });
export const signedIn = (status = 200, body?: unknown): Rule =>
  same([401, status, status, status, status, status], { body: () => body });
/** Reads that a private squad hides from strangers and a public one shows to them. */
export const readRule: Rule = { private: [401, 404, 200, 200, 200, 200], public: [401, 200, 200, 200, 200, 200] };
/** Reads of an award that is not complete: it does not exist for strangers, in a public squad either. */
export const openAwardRule: Rule = same([401, 404, 200, 200, 200, 200]);
/** Writes and what members alone read: a stranger gets 404 in a private squad and 403 in a public one. */
export const writeRule = (
  member: number,
  crew: number,
  organizer: number,
  admin: number,
  body?: Rule["body"],
): Rule => ({
  private: [401, 404, member, crew, organizer, admin],
  public: [401, 403, member, crew, organizer, admin],
  ...(body && { body }),
});

export const squad = (world: World) => world.squad;
export const category = (world: World) => world.category;
export const receipt = (world: World) => world.receipt;
export const photo = (world: World) => world.photo;
export const crewMember = (_: World, cast: Cast) => cast.crew.id;
