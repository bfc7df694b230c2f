import type { Cast, World } from "../world.ts";

/** Statuses for visitor, user, member, crew, organizer and admin. */
export type Statuses = readonly [number, number, number, number, number, number];

export interface Rule {
  readonly private: Statuses;
  readonly public: Statuses;
  /** The address, when its `:id` is not the trip's. */
  readonly of?: (world: World, cast: Cast) => string;
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
/** Hidden from strangers when the squad is private, shown to them when it is public. */
export const seen: Rule = { private: [401, 404, 200, 200, 200, 200], public: [401, 200, 200, 200, 200, 200] };
/** As `seen`, but a stranger to whom it shows itself may not do it. */
export const done = (member: number, crew: number, organizer: number, admin: number, body?: Rule["body"]): Rule => ({
  private: [401, 404, member, crew, organizer, admin],
  public: [401, 403, member, crew, organizer, admin],
  ...(body && { body }),
});

export const squad = (world: World) => world.squad;
export const category = (world: World) => world.category;
export const photo = (world: World) => world.photo;
export const crewMember = (_: World, cast: Cast) => cast.crew.id;
