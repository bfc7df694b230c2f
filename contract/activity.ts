import type { LiveEvent } from "./live.ts";

type Stale = LiveEvent["kind"];

/** What the server does when something of a kind happens. */
export interface ActivityKind {
  /** Which hint goes to the pages of the trips, of the squad and of the people concerned. */
  readonly stale: { readonly trip?: Stale; readonly squad?: Stale; readonly person?: Stale };
  /** The people concerned may see more or less from now on. */
  readonly changesRights?: true;
  /** A row of `activity` keeps it: written by the caller's transaction, or by the statement that makes the change. */
  readonly row?: "written" | "by database";
}

const kind = <const K extends ActivityKind>(described: K): K => described;

/**
 * All that can happen on a site and that others hear of, in one table. A vote, a skip and a receipt have no row, because the row would tell
 * who did it and when. The results of an award are out without an actor.
 */
export const activityKinds = {
  photo_added: kind({ stale: { trip: "media", squad: "media" }, row: "written" }),
  photo_liked: kind({ stale: { trip: "media", squad: "media" }, row: "by database" }),
  /** A caption, a picture that is ready, the trash: what pages show of photos, and nothing to tell about. */
  photos_changed: kind({ stale: { trip: "media", squad: "media" } }),

  trip_created: kind({ stale: { squad: "trip", person: "members" }, changesRights: true, row: "written" }),
  trip_edited: kind({ stale: { trip: "trip" } }),
  trip_deleted: kind({ stale: { trip: "deleted", squad: "trip" } }),
  crew_added: kind({ stale: { trip: "members", person: "members" }, changesRights: true, row: "written" }),
  crew_joined: kind({ stale: { trip: "members", person: "members" }, changesRights: true, row: "written" }),
  crew_left: kind({ stale: { trip: "members", person: "members" }, changesRights: true }),
  /** A mood, a name that is expected, a seat that votes from now on. */
  crew_changed: kind({ stale: { trip: "members" } }),

  squad_created: kind({ stale: { person: "members" }, changesRights: true }),
  squad_edited: kind({ stale: { squad: "squad" } }),
  squad_deleted: kind({ stale: { squad: "deleted", person: "members" }, changesRights: true }),
  member_joined: kind({ stale: { squad: "members", person: "members" }, changesRights: true, row: "written" }),
  member_left: kind({ stale: { squad: "members", trip: "members", person: "members" }, changesRights: true }),
  /** Names, faces, expected people, seats: what pages show of members. */
  members_changed: kind({ stale: { squad: "members", trip: "members" } }),
  role_changed: kind({ stale: { squad: "members" }, row: "written" }),

  award_added: kind({ stale: { trip: "categories" }, row: "written" }),
  awards_changed: kind({ stale: { trip: "categories" } }),
  ballot_counted: kind({ stale: { trip: "vote" } }),
  /** Until the reveal others see nothing of a changed ballot: it concerns the voter's own pages. */
  own_ballot_changed: kind({ stale: { person: "vote" } }),
  results_out: kind({ stale: { trip: "revealed" }, row: "by database" }),

  night_planned: kind({ stale: { trip: "night" }, row: "written" }),
  night_moved: kind({ stale: { trip: "night" }, row: "written" }),
  night_called_off: kind({ stale: { trip: "night" }, row: "written" }),
  night_changed: kind({ stale: { trip: "night" } }),
  show_reaction: kind({ stale: { trip: "reaction" } }),
  here: kind({ stale: { trip: "here" } }),

  mail_state_changed: kind({ stale: { person: "mail" } }),
  mail_failed: kind({ stale: { person: "mail" }, row: "written" }),

  /** A session has ended, or how the account opens has changed. */
  account_changed: kind({ stale: { person: "account" }, changesRights: true }),
  account_deleted: kind({ stale: { person: "deleted" }, changesRights: true }),
};

type Kinds = typeof activityKinds;
export type KindName = keyof Kinds;
type KindsWith<Row> = { [K in KindName]: Kinds[K] extends { readonly row: Row } ? K : never }[KindName];
/** The kinds of which the caller writes a row. */
export type WrittenKind = KindsWith<"written">;
/** The kinds of which the caller only tells. */
export type ToldKind = Exclude<KindName, WrittenKind>;
