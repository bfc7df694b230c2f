import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, Timestamp } from "./fields.ts";
import { TimeZone } from "./gallery.ts";
import { Face } from "./people.ts";

/** What people may choose to hear of. Each kind of activity that is told belongs to one. */
const topics = ["photos", "likes", "comments", "people", "trips", "awards", "nights", "costs", "mail"] as const;
export const Topic = z.enum(topics, "Please choose one of the topics");
export type Topic = z.infer<typeof Topic>;

/** The page that an entry opens. */
export const Opens = z.enum(["trip", "crew", "photo", "ballot", "leaderboard", "night", "costs", "squad"]);
export type Opens = z.infer<typeof Opens>;

/** Some things of one kind that happened in one place, told as one sentence. */
export const InboxEntry = z.object({
  /** The id of the latest thing. */
  id: Id,
  /** A plain sentence, such as "Maya and 2 others added 43 photos to Ericeira ’26". */
  text: z.string(),
  topic: Topic,
  opens: Opens,
  tripId: Id.nullable(),
  squadId: Id.nullable(),
  /** The latest photos that have their pictures, at most three. */
  photoIds: z.array(Id),
  /** Who did the latest thing. Null when nobody did, or when it is not told who. */
  who: Face.nullable(),
  /** When the latest thing happened. */
  at: Timestamp,
  /** The person has not seen it yet. */
  isNew: z.boolean(),
});
export type InboxEntry = z.infer<typeof InboxEntry>;

/** The bell counts to this, and shows "99+" from there. */
export const maxUnseen = 100;

const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 22:00");

/** Nothing comes by mail or push in these hours, by the person's own clock. `from` may be later than `to`: over midnight. */
const QuietHours = z.object({ from: Hour, to: Hour, timeZone: TimeZone });

const SquadSettings = z.object({
  squadId: Id,
  name: z.string(),
  /** Topics of this squad that are not told. */
  off: z.array(Topic),
  /** Until then nothing of this squad counts as new, or goes by mail or push. */
  mutedUntil: Timestamp.nullable(),
});

export const InboxSettings = z.object({
  /** Topics that are not told at all. */
  off: z.array(Topic),
  /** Topics of which no mail comes. */
  noMail: z.array(Topic),
  /** Topics of which no push comes. */
  noPush: z.array(Topic),
  quiet: QuietHours.nullable(),
  /** The viewer's squads, at most 50. */
  squads: z.array(SquadSettings),
});
export type InboxSettings = z.infer<typeof InboxSettings>;

const Topics = z.array(Topic).max(topics.length, "Please choose each topic once");

/** What happened in the viewer's squads and trips in the last 90 days, for them alone. */
export const inbox = defineCalls(() => ({
  "GET /api/inbox": {
    summary: "What happened in my squads and trips in the last 90 days, the latest first, in sentences",
    access: "seat",
    query: Page(100, 30).extend({ zone: TimeZone.optional() }),
    reply: z.array(InboxEntry),
  },
  "GET /api/inbox/count": {
    summary: `How many entries of my inbox are new; it counts to ${maxUnseen}`,
    access: "seat",
    reply: z.object({ count: z.int() }),
  },
  "PUT /api/inbox/seen": {
    summary: "Everything in my inbox until this moment is seen, on all my devices; an earlier moment changes nothing",
    access: "seat",
    body: z.object({ until: Timestamp }),
    reply: null,
  },
  "GET /api/inbox/settings": {
    summary: "What I want to hear of",
    access: "seat",
    reply: InboxSettings,
  },
  "PUT /api/inbox/settings": {
    summary: "Choose what I want to hear of",
    access: "seat",
    // A page from before there were pushes names no `noPush`, which then stays as it is.
    body: z.object({ off: Topics, noMail: Topics, noPush: Topics.optional(), quiet: QuietHours.nullable() }),
    reply: InboxSettings,
  },
  "PUT /api/inbox/squads/:id": {
    summary: "Choose what I want to hear of a squad of mine, and mute it for a while",
    access: "seat",
    params: z.object({ id: Id }),
    body: z.object({ off: Topics, mutedUntil: Timestamp.nullable() }),
    reply: InboxSettings,
  },
}));
