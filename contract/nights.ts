import { z } from "zod";
import { bonusRules } from "./bonus-rules.ts";
import { Category } from "./categories.ts";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp } from "./fields.ts";
import { LikedPhoto } from "./media-item.ts";
import { NightStage, NightTime } from "./night-time.ts";
import { Face, Person } from "./people.ts";
import { TripCard } from "./trips.ts";

/** An IANA time zone that this machine knows, such as "Europe/Lisbon". */
const TimeZone = z
  .string("Please choose a time zone")
  .max(64, "Please choose a time zone")
  .refine((zone) => isTimeZone(zone), "Please choose a time zone");

function isTimeZone(zone: string): boolean {
  try {
    // An offset such as "+01:00" is no zone: it does not know summer time.
    return Intl.DateTimeFormat("en", { timeZone: zone }).format() !== "" && /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

/** How far ahead an evening is planned at most. */
const maxYearsAhead = 2;

const Evening = Timestamp.refine((time) => {
  const latest = new Date();
  latest.setFullYear(latest.getFullYear() + maxYearsAhead);
  return new Date(time) <= latest;
}, `Please choose a time in the next ${maxYearsAhead} years`);

/** What the organizers choose for an Awards Night. */
export const NightPlan = z.object({
  /** When voting closes and the evening begins: at least `minutesAhead` from now when it is set. */
  startsAt: Evening,
  timeZone: TimeZone,
  /** Nobody can vote for themselves. Only the winners come out then, and only of awards with at least `minVotersForCounts` choices. */
  noSelfVotes: z.boolean().default(false),
  /** The next card comes by itself after `secondsPerCard`; otherwise the host taps. */
  movesByItself: z.boolean().default(false),
  /** The show starts by itself five minutes after `startsAt`. */
  startsByItself: z.boolean().default(false),
  /** The show and the leaderboards have the counts of awards with at least `minVotersForCounts` choices. Otherwise they have ranks alone. */
  showsCounts: z.boolean().default(true),
  /** The bonus awards that the show leaves out. */
  bonusRulesOff: z
    .array(z.enum(bonusRules, "Please choose one of the bonus awards"))
    .max(bonusRules.length)
    .default([]),
});
export type NightPlan = z.infer<typeof NightPlan>;

/** How far ahead a night is planned or moved at least, in minutes, so that the crew can hear of it. */
export const minutesAhead = 10;
/** How long a card stays in a show that moves by itself. */
export const secondsPerCard = 8;
/** How long after the planned time a show starts by itself. */
export const minutesToSelfStart = 5;
/** With fewer choices, counts would tell who chose whom. */
export const minVotersForCounts = 5;
/** A card begins this long after the host's tap, so that it reaches all screens before. */
export const cardLeadMs = 600;

/** More cards than a show has: a hundred awards of four each, and a few others. */
const maxCards = 1000;
const nameCard = "Please name the card you see";
/** A host leaves the card at `position`. */
const Turn = z.object({ position: z.int(nameCard).min(0, nameCard).max(maxCards, nameCard) });

/** The emoji that viewers of a show can send. */
export const reactions = ["👏", "😂", "😮", "❤️", "🔥", "🥳"] as const;
export const Reaction = z.enum(reactions);
export type Reaction = z.infer<typeof Reaction>;

/** Somebody on a card. Null after the person's account was deleted. */
const Winner = Face.nullable();
/** A picture on a card. */
const CardPhoto = LikedPhoto.pick({
  id: true,
  filePath: true,
  caption: true,
  width: true,
  height: true,
  placeholder: true,
});

/** What somebody attached to a nominee as proof: a photo, or a text. Nobody learns who. */
export const ShownReceipt = z.object({ text: z.string().nullable(), photo: LikedPhoto.nullable() });
export type ShownReceipt = z.infer<typeof ShownReceipt>;

const ofAward = { category: Category.omit({ tripId: true, order: true }) };

/** One card of the show: what everybody in the room may see, and nothing else of people and photos. */
export const NightCard = z.discriminatedUnion("kind", [
  /** The opening. `awardCount` leaves out the awards of the card `crowned`. */
  z.object({ kind: z.literal("title"), crew: z.array(Winner), awardCount: z.int() }),
  /** An award that the facts of the trip give. */
  z.object({
    kind: z.literal("bonus"),
    rule: z.string(),
    title: z.string(),
    /** The figure with its unit, such as "112 photos". */
    figure: z.string(),
    winners: z.array(Winner),
    photo: CardPhoto.nullable(),
  }),
  /** The awards that came out before the night was planned, with their winners: nobody where nobody has won. */
  z.object({
    kind: z.literal("crowned"),
    awards: z.array(
      z.object({
        category: Category.pick({ id: true, name: true, icon: true, color: true }),
        winners: z.array(Winner),
      }),
    ),
  }),
  /** An award begins: number `number` of `awardCount`. */
  z.object({ kind: z.literal("award"), ...ofAward, number: z.int(), awardCount: z.int() }),
  /** The people of one rank, ties together. */
  z.object({
    kind: z.literal("place"),
    ...ofAward,
    rank: z.int().min(1).max(3),
    winners: z.array(Winner),
    /** Null if counts are hidden. */
    votes: z.int().nullable(),
    receipt: ShownReceipt.extend({ photo: CardPhoto.nullable() }).nullable(),
    /** How many times in a row the winner has had this award, from 2 on; null otherwise. */
    titlesInRow: z.int().nullable(),
    /** Last time's winners, if this winner is another. */
    takesItFrom: z.array(Winner),
  }),
  /** Nobody voted on this award. */
  z.object({ kind: z.literal("nobody"), ...ofAward }),
  /** Too few voted on this award to keep their choices secret: nobody counted them. */
  z.object({ kind: z.literal("uncounted"), ...ofAward }),
  /** The people with most gold. A night without gold has no such card. */
  z.object({ kind: z.literal("best"), winners: z.array(Winner), gold: z.int() }),
  /** The medal table of the trip, most gold first, and its most liked photos. */
  z.object({
    kind: z.literal("final"),
    medals: z.array(z.object({ user: Winner, gold: z.int(), silver: z.int(), bronze: z.int() })),
    photos: z.array(CardPhoto),
  }),
]);
export type NightCard = z.infer<typeof NightCard>;

/** The present card of a show, the same for everybody. */
export const ShowState = z.object({
  /** The place of the card, from 0. */
  position: z.int(),
  /** When the card begins or began, by the server's clock. */
  cardAt: Timestamp,
  movesByItself: z.boolean(),
  /** The last card: the night is over. */
  isLast: z.boolean(),
  card: NightCard,
});
export type ShowState = z.infer<typeof ShowState>;

/** The kinds of the next card that a host is told. `result`: that of an award without a winner. */
const nextKinds = ["bonus", "crowned", "award", "third", "second", "winner", "result", "best", "final"] as const;
export type NextKind = (typeof nextKinds)[number];

/** What the hosts of a show know ahead of everybody else. */
export const ShowAhead = z.object({
  /** The place of the present card, from 0. */
  position: z.int(),
  /** Null at the last card. */
  next: z.enum(nextKinds).nullable(),
  /** How many awards of `awardCount` have begun. */
  award: z.int(),
  awardCount: z.int(),
});
export type ShowAhead = z.infer<typeof ShowAhead>;

/** A planned, running or past Awards Night, as all members see it. */
export const Night = NightPlan.extend({
  startsAt: NightTime.shape.startsAt,
  stage: NightStage,
  /** The awards whose results come out at the night. */
  awardCount: z.int(),
  crewCount: z.int(),
  /** The people of the crew who have answered all awards of the night: voted or skipped. */
  votersDone: z.int(),
  /** The answers that its open awards have so far, of `crewCount` each; 0 once the vote is closed. */
  answers: z.int(),
  /** The first 50 who have not; nobody once the vote is closed. */
  missing: z.array(Person),
  /** Null before the show starts, and after it. */
  show: ShowState.nullable(),
  /** When the show of a night that is over began; without a show, when the night was. Null before. */
  heldAt: Timestamp.nullable(),
});
export type Night = z.infer<typeof Night>;

/** The page of a night. Strangers of a public squad see the night once it is over, and before that a trip without one. */
export const NightPage = z.object({
  trip: TripCard.pick({
    id: true,
    name: true,
    location: true,
    startDate: true,
    endDate: true,
    coverUrl: true,
    confirmedOnly: true,
  }).extend({
    squad: z.object({ id: Id, name: z.string() }).nullable(),
    isDemo: z.boolean(),
  }),
  isCrew: z.boolean(),
  /** The viewer belongs to the trip: crew, or a member of its squad. */
  isMember: z.boolean(),
  isOrganizer: z.boolean(),
  /** Awards whose results are not out: a night needs one. */
  openAwards: z.int(),
  /** Awards whose results are out, or came out before the night. They share one card of its show. */
  crownedAwards: z.int(),
  /** Awards that the viewer, as crew, has not answered. */
  awardsToAnswer: z.int(),
  /** The viewer gets no bonus award. Nobody else learns that. */
  isOutOfBonus: z.boolean(),
  /** For how many days backups keep a ballot that was destroyed; null if the server makes none. */
  backupDays: z.int().nullable(),
  night: Night.nullable(),
});
export type NightPage = z.infer<typeof NightPage>;

export const nights = defineCalls(() => ({
  "GET /api/clock": {
    summary: "The server's clock, for screens that play a show together",
    access: "visitor",
    reply: z.object({ now: Timestamp }),
  },
  "GET /api/trips/:id/night": {
    summary: "The Awards Night of a trip, with the present card of a running show",
    access: "seat",
    reply: NightPage,
  },
  "POST /api/trips/:id/night": {
    summary: "Plan the Awards Night (organizers)",
    access: "seat",
    body: NightPlan,
    reply: NightPage,
    status: 201,
  },
  "PUT /api/trips/:id/night": {
    summary: "Change the plan of an Awards Night until voting closes (organizers)",
    access: "seat",
    body: NightPlan,
    reply: NightPage,
  },
  "DELETE /api/trips/:id/night": {
    summary: "Call an Awards Night off until voting closes (organizers)",
    access: "seat",
    reply: null,
  },
  "POST /api/trips/:id/night/close": {
    summary: "Close the vote before its time; if somebody has not answered, only with `confirm` (organizers)",
    access: "seat",
    body: z.object({ confirm: z.boolean().default(false) }).optional(),
    reply: NightPage,
    status: 200,
  },
  "POST /api/trips/:id/night/start": {
    summary: "Start the show (organizers)",
    access: "seat",
    body: z.object({}).optional(),
    reply: ShowState,
    status: 200,
  },
  "POST /api/trips/:id/night/next": {
    summary: "Show the card after `position`; does nothing if it is shown already (organizers)",
    access: "seat",
    body: Turn,
    reply: ShowState,
    status: 200,
  },
  "POST /api/trips/:id/night/back": {
    summary: "Show the card before `position`; not from the last card, and nothing if it is shown already (organizers)",
    access: "seat",
    body: Turn,
    reply: ShowState,
    status: 200,
  },
  "GET /api/trips/:id/night/next": {
    summary: "The kind of a show's next card, and how many awards have begun (organizers)",
    access: "seat",
    reply: ShowAhead,
  },
  "GET /api/trips/:id/night/cards": {
    summary: "All cards of a night that is over, for a replay",
    access: "seat",
    isCompressed: true,
    reply: z.array(NightCard),
  },
  "POST /api/trips/:id/night/reactions": {
    summary: "Send an emoji to all screens of a running show; nothing is stored (members)",
    access: "seat",
    body: z.object({ emoji: z.enum(reactions, "Please choose one of the six emoji") }),
    reply: null,
  },
  "POST /api/trips/:id/night/here": {
    summary:
      "Tell the open pages of a night before its show that I am here, and with `asks` have them answer; nothing is stored. Does nothing at other times (members)",
    access: "seat",
    body: z.object({ asks: z.boolean().default(false) }),
    reply: null,
  },
  "PUT /api/trips/:id/night/bonus/me": {
    summary: "Leave me out of bonus awards; nobody is told (crew)",
    access: "seat",
    reply: null,
  },
  "DELETE /api/trips/:id/night/bonus/me": {
    summary: "Let me win bonus awards again (crew)",
    access: "seat",
    reply: null,
  },
  "GET /api/trips/:id/night/calendar": {
    summary: "The evening as a calendar file (members)",
    access: "seat",
    reply: null,
    file: "text/calendar",
  },
  "POST /api/categories/:id/skip": {
    summary: "Answer an award of an Awards Night without a vote",
    access: "seat",
    takesKey: "secret",
    body: z.object({}).optional(),
    reply: z.object({ isSkipped: z.literal(true) }),
    status: 200,
  },
}));

/** The refusals of nights. */
export const refusalsOfNights = {
  no_night: "This trip has no Awards Night.",
  night_planned_already: "This trip has its Awards Night already.",
  night_without_open_awards: "All results of this trip are out. Add an award for the night first.",
  night_in_past: "Please choose a time in the future",
  night_too_soon: "Please choose a time at least {minutes} minutes from now, so that the crew can hear of it",
  night_without_time: "This Awards Night has no time: it opens when everybody has voted.",
  night_settled: "Voting is closed: the plan of this night is settled.",
  night_vote_open: "Voting is still open. Close it before you start the show.",
  night_is_over: "This Awards Night is over. You can watch it again.",
  night_not_over: "This Awards Night is not over yet.",
  night_too_few_answers: "So few answers would end uncounted. Wait for three.",
  night_you_have_not_answered: "You have not answered every award. Close the vote all the same?",
  night_crew_has_not_answered: {
    one: "{names} has not answered every award. Close the vote all the same?",
    other: "{names} have not answered every award. Close the vote all the same?",
  },
  show_not_running: "The show is not running.",
  show_at_title: "This is the first card of the show.",
  bonus_settled: "The vote is closed, and the bonus awards are settled.",
} as const;
