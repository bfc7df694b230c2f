import type { ActivityKind, Gathered } from "./activity-kind.ts";
import { plural } from "./locale.ts";

const kind = <const K extends ActivityKind>(described: K): K => described;
const photos = (count: number) => `${count} ${plural(count, { one: "photo", other: "photos" })}`;
const someAwards = ({ count, award }: Gathered) => (count === 1 ? `the award ${award}` : `${count} awards`);

const photosOfAlbum = { trip: "media", squad: "media" } as const;
const crewAndPeople = { trip: "members", person: "members" } as const;
const likes = { topic: "likes", opens: "photo", gathered: "photo", push: "gathered" } as const;
const comments = { topic: "comments", opens: "photo", gathered: "photo", push: "now" } as const;
const takedowns = { topic: "photos", opens: "trip", gathered: "never", push: "now" } as const;
const nights = { topic: "nights", opens: "night", gathered: "never", push: "now" } as const;

/**
 * All that can happen on a site and that others hear of, in one table. A vote, a skip and a receipt have no row, because the row would tell
 * who did it and when. The results of an award are out without an actor.
 */
export const activityKinds = {
  photo_added: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      topic: "photos",
      opens: "trip",
      gathered: "day",
      push: "gathered",
      say: ({ who, count, place }) => `${who} added ${photos(count)} to ${place}`,
    },
  }),
  photo_liked: kind({
    stale: photosOfAlbum,
    row: "by database",
    told: {
      ...likes,
      // Nobody learns who gave a heart.
      isAnonymous: true,
      say: ({ count, place }) => `Your photo in ${place} got ${count === 1 ? "a heart" : `${count} hearts`}`,
    },
  }),
  reaction_given: kind({
    stale: photosOfAlbum,
    row: "by database",
    told: {
      ...likes,
      say: ({ who, place }) => `${who} reacted to your photo in ${place}`,
    },
  }),
  comment_added: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...comments,
      say: ({ who, place }) => `${who} commented on your photo in ${place}`,
    },
  }),
  /** Told to people who have commented before. */
  comment_followed: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...comments,
      say: ({ who, place }) => `${who} commented after you on a photo in ${place}`,
    },
  }),
  mentioned: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...comments,
      say: ({ who, place }) => `${who} mentioned you on a photo in ${place}`,
    },
  }),
  /** Pages show other photos or captions than before, and the inbox tells nobody: a new caption, a picture that is ready, the trash. */
  photos_changed: kind({ stale: photosOfAlbum }),

  takedown_asked: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      topic: "photos",
      opens: "photo",
      gathered: "never",
      // The uploader does not learn who asks.
      isAnonymous: true,
      push: "now",
      say: ({ place }) => `Somebody asks to take down a photo in ${place}`,
    },
  }),
  takedown_kept: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...takedowns,
      say: ({ place }) => `A photo in ${place} stays, although somebody asked to take it down`,
    },
  }),
  takedown_deleted: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...takedowns,
      say: ({ place }) => `A photo in ${place} was taken down`,
    },
  }),
  /** Nobody has decided in time. */
  takedown_lapsed: kind({
    stale: photosOfAlbum,
    row: "written",
    told: {
      ...takedowns,
      say: ({ place }) => `A hidden photo is back in ${place}, because nobody decided about it`,
    },
  }),
  /** On all devices of a person, until when they have seen a gallery. */
  gallery_seen: kind({ stale: { person: "seen" } }),

  trip_created: kind({
    stale: { squad: "trip", person: "members" },
    changesRights: true,
    row: "written",
    told: {
      topic: "trips",
      opens: "trip",
      gathered: "never",
      say: ({ who, place }) => `${who} planned the trip ${place}`,
    },
  }),
  trip_edited: kind({ stale: { trip: "trip" } }),
  trip_deleted: kind({ stale: { trip: "deleted", squad: "trip" } }),
  crew_added: kind({
    stale: crewAndPeople,
    changesRights: true,
    row: "written",
    told: {
      topic: "trips",
      opens: "trip",
      gathered: "never",
      push: "now",
      say: ({ who, place }) => `${who} added you to the crew of ${place}`,
    },
  }),
  crew_joined: kind({
    stale: crewAndPeople,
    changesRights: true,
    row: "written",
    told: {
      topic: "people",
      opens: "crew",
      gathered: "day",
      say: ({ who, place }) => `${who} joined the crew of ${place}`,
    },
  }),
  crew_left: kind({ stale: crewAndPeople, changesRights: true }),
  /** A mood, a name that is expected, a seat that votes from now on. */
  crew_changed: kind({ stale: { trip: "members" } }),

  squad_created: kind({ stale: { person: "members" }, changesRights: true }),
  squad_edited: kind({ stale: { squad: "squad" } }),
  squad_deleted: kind({ stale: { squad: "deleted", person: "members" }, changesRights: true }),
  member_joined: kind({
    stale: { squad: "members", person: "members" },
    changesRights: true,
    row: "written",
    told: { topic: "people", opens: "squad", gathered: "day", say: ({ who, place }) => `${who} joined ${place}` },
  }),
  member_left: kind({ stale: { squad: "members", trip: "members", person: "members" }, changesRights: true }),
  /** Names, faces, expected people, seats: what pages show of members. */
  members_changed: kind({ stale: { squad: "members", trip: "members" } }),
  role_changed: kind({
    stale: { squad: "members" },
    row: "written",
    told: {
      topic: "people",
      opens: "squad",
      gathered: "never",
      push: "now",
      say: ({ who, place }) => `${who} changed your role in ${place}`,
    },
  }),
  /** People wait for an admin, because many sat down in an hour. */
  seats_wait: kind({
    stale: { squad: "members" },
    row: "written",
    told: {
      topic: "people",
      opens: "squad",
      gathered: "never",
      push: "now",
      say: ({ place }) => `People wait to be let into ${place}`,
    },
  }),

  award_added: kind({
    stale: { trip: "categories" },
    row: "written",
    told: {
      topic: "awards",
      opens: "ballot",
      gathered: "day",
      say: (gathered) => `${gathered.who} added ${someAwards(gathered)} to ${gathered.place}`,
    },
  }),
  awards_changed: kind({ stale: { trip: "categories" } }),
  ballot_counted: kind({ stale: { trip: "vote" } }),
  /** Until the reveal others see nothing of a changed ballot: it concerns the voter's own pages. */
  own_ballot_changed: kind({ stale: { person: "vote" } }),
  results_out: kind({
    stale: { trip: "revealed" },
    row: "by database",
    told: {
      topic: "awards",
      opens: "ballot",
      gathered: "day",
      push: "now",
      say: ({ count, award, place }) =>
        count === 1 ? `The results of ${award} are in` : `The results of ${count} awards of ${place} are in`,
    },
  }),

  night_planned: kind({
    stale: { trip: "night" },
    row: "written",
    told: {
      ...nights,
      say: ({ who, place }) => `${who} planned the Awards Night of ${place}`,
    },
  }),
  night_moved: kind({
    stale: { trip: "night" },
    row: "written",
    told: {
      ...nights,
      say: ({ who, place }) => `${who} moved the Awards Night of ${place}`,
    },
  }),
  night_called_off: kind({
    stale: { trip: "night" },
    row: "written",
    told: {
      topic: "nights",
      opens: "trip",
      gathered: "never",
      push: "now",
      say: ({ who, place }) => `${who} called off the Awards Night of ${place}`,
    },
  }),
  /** A day before a night closes the vote. The inbox tells it to people with awards left. */
  voting_closes: kind({
    stale: {},
    row: "written",
    told: {
      topic: "awards",
      opens: "ballot",
      gathered: "never",
      push: "now",
      say: ({ place, awaited }) =>
        `Voting on ${place} closes within a day, you have ${awaited} ${plural(awaited, { one: "award", other: "awards" })} left`,
    },
  }),
  /** Everybody else has voted on everything. Told to the one person whose votes are missing. */
  last_vote_missing: kind({
    stale: { person: "inbox" },
    row: "written",
    told: {
      topic: "awards",
      opens: "ballot",
      gathered: "never",
      push: "now",
      say: ({ place }) => `Everybody else has voted on ${place}, only your vote is missing`,
    },
  }),
  /** Ten minutes before a night. */
  night_begins: kind({
    stale: {},
    row: "written",
    told: {
      ...nights,
      minutes: 10,
      say: ({ place }) => `The Awards Night of ${place} begins in ten minutes`,
    },
  }),
  night_changed: kind({ stale: { trip: "night" } }),
  show_reaction: kind({ stale: { trip: "reaction" } }),
  here: kind({ stale: { trip: "here" } }),

  /** Told to each person who stands in a new cost and did not enter it. */
  cost_shared: kind({
    stale: { person: "costs" },
    row: "written",
    told: {
      topic: "costs",
      opens: "costs",
      gathered: "day",
      push: "gathered",
      say: ({ who, count, place }) =>
        `${who} entered ${count === 1 ? "a cost" : `${count} costs`} with you in ${place}`,
    },
  }),
  /** Told to the receiver, unless they entered it. */
  payment_recorded: kind({
    stale: { person: "costs" },
    row: "written",
    told: {
      topic: "costs",
      opens: "costs",
      gathered: "never",
      push: "now",
      say: ({ who, place }) => `${who} recorded a payment to you in ${place}`,
    },
  }),
  /** Costs, balances or payments show something else than before, to people who may see them. */
  costs_changed: kind({ stale: { person: "costs" } }),

  mail_state_changed: kind({ stale: { person: "mail" } }),
  mail_failed: kind({
    stale: { person: "mail" },
    row: "written",
    told: {
      topic: "mail",
      opens: "squad",
      gathered: "never",
      push: "now",
      say: ({ address, place }) =>
        address === ""
          ? `A mail of yours about ${place} did not arrive`
          : `Your invitation to ${address} did not arrive`,
    },
  }),
  /** On all devices of a person, what they have seen or want to hear of. */
  inbox_changed: kind({ stale: { person: "inbox" } }),

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
