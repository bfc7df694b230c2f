import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp, idWith, plain, text } from "./fields.ts";

/** How many addresses one call takes at most. */
const maxGuests = 50;
export const maxMessageCharacters = 1000;

/** Invitations by mail that a person can send in a day: in the first week of their account, and later. */
export const maxInvitationsPerDay = { inFirstWeek: 5, later: 50 } as const;

/** Characters that no letter shows. Around a full stop they would hide a web address from the rule below. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cs}]/gu;
/** Full stops as people write them to get past a filter: `evil[.]example`, `evil (dot) example`. */
const wrappedDot = /\s*[[({<]\s*(?:[.\u3002]|dot)\s*[\])}>]\s*/giu;
/** Browsers take this for a full stop. Between letters of East Asia it ends a sentence, which no space follows. */
const wideDot =
  /(?<=(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}])[\p{L}\p{M}\p{N}-])\u3002(?=(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}])\p{L})/gu;

/**
 * Whether a mail program may turn a part of this text into a link, or a reader may: a web address, four numbers of a network address, or
 * a word with a full stop of any form between two letters. A sentence without a space after its full stop counts too.
 */
export function hasLink(text: string): boolean {
  const plain = text.normalize("NFKC").replaceAll(unseen, "").replaceAll(wrappedDot, ".").replaceAll(wideDot, ".");
  return /:\/\/|\bwww\.|[\p{L}\p{M}\p{N}-]\.[\p{L}\p{M}]{2,}|(?:\d+\.){3}\d/iu.test(plain);
}

/** The message of an invitation whose sender writes none; `name` is the name of the trip or squad. */
export const defaultInvitation = (name: string): string =>
  `You're invited to join "${name}" on Swellmates! Sign up to vote on surf awards, share photos, and track our epic adventures.`;

const guests = {
  emails: z
    .array(plain(1000, "Please enter a valid email address"), "Please enter at least one email address")
    .min(1, "Please enter at least one email address")
    .max(maxGuests, `Please invite at most ${maxGuests} people at a time`),
  /** Absent: the default message. */
  message: text(maxMessageCharacters).optional(),
};

/** Each address stands in exactly one list. */
export const Invited = z.object({
  sent: z.array(z.string()),
  alreadyMembers: z.array(z.string()),
  failed: z.array(z.object({ email: z.string(), reason: z.string() })),
});
export type Invited = z.infer<typeof Invited>;

/** An invitation that is still open, as its sender sees it. */
export const SentInvitation = z.object({
  id: Id,
  email: z.string(),
  /** `waiting`: not sent yet. `unwanted`: this address has unsubscribed. */
  mail: z.enum(["waiting", "sent", "undelivered", "unwanted"]),
  /** A sentence that says why it did not arrive; null unless `undelivered`. */
  reason: z.string().nullable(),
  sentAt: Timestamp,
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** Invitations and reminders by mail. */
export const invitations = defineCalls(() => ({
  "POST /api/squad-invites": {
    summary: "Mail personal links to a squad; each lets in one person, for 30 days",
    body: z.object({ squadId: idWith("Please choose a squad"), ...guests }),
    reply: Invited,
  },
  "POST /api/invites": {
    summary: "Mail personal links to a trip, and to its squad if it has one",
    body: z.object({ tripId: idWith("Please choose a trip"), ...guests }),
    reply: Invited,
  },
  "GET /api/invitations": {
    summary: "My newest hundred open invitations to a squad or trip, with the state of their mails",
    query: z.object({ place: idWith("Please choose a trip or squad") }),
    reply: z.array(SentInvitation),
  },
  "POST /api/trips/:id/vote-reminders": {
    summary: "Mail the crew members who have awards left to vote on, each at most once a day (organizers)",
    body: z.object({}),
    /** Numbers of people. `alreadyReminded` got a reminder within the last day; `unwanted` have unsubscribed. */
    reply: z.object({ reminded: z.int(), alreadyReminded: z.int(), unwanted: z.int() }),
  },
}));

/** The refusals of invitations and reminders. */
export const refusalsOfInvitations = {
  no_valid_address: "Please enter at least one valid email address",
  link_in_message: "Please leave web addresses out of the message, and put a space after each full stop.",
  invitations_used_up: "That is a lot of invitations for one day. Please try again tomorrow.",
  reminder_too_early:
    "Nobody else has voted yet. You can remind people once somebody has, or when the trip is a day old.",
  trip_squad_invites: "Only members of the squad of this trip can invite people.",
} as const;
