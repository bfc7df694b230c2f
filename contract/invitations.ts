import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id, Timestamp, plain, text } from "./fields.ts";

/** Addresses that one call takes. */
export const mostGuests = 50;
export const mostMessageLength = 1000;

/** What an invitation says when its sender says nothing else; `name` is the trip's or the squad's. */
export const usualInvitation = (name: string): string =>
  `You're invited to join "${name}" on Swellmates! Sign up to vote on surf awards, share photos, and track our epic adventures.`;

const guests = {
  emails: z
    .array(plain(1000), "Please enter at least one email address")
    .min(1, "Please enter at least one email address")
    .max(mostGuests, `Please invite at most ${mostGuests} people at a time`),
  /** Absent: the usual words. */
  message: text(mostMessageLength).optional(),
};

/** What became of each address; none is in two lists. */
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
  /** `waiting`: not gone yet. `unwanted`: this address wants no mails. */
  mail: z.enum(["waiting", "sent", "undelivered", "unwanted"]),
  /** Why it did not arrive, a sentence; null unless `undelivered`. */
  reason: z.string().nullable(),
  sentAt: Timestamp,
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** How people are brought in, and called to vote. */
export const invitations = describe({
  "POST /api/squad-invites": {
    summary: "Mail personal links to a squad; each lets in one person, once, within 30 days",
    access: "user",
    body: z.object({ squadId: Id, ...guests }),
    reply: Invited,
  },
  "POST /api/invites": {
    summary: "Mail personal links to a trip, and to its squad if it has one",
    access: "user",
    body: z.object({ tripId: Id, ...guests }),
    reply: Invited,
  },
  "GET /api/invitations": {
    summary: "The viewer's own open invitations to a squad or trip and what became of their mails, the newest hundred",
    access: "user",
    query: z.object({ place: Id }),
    reply: z.array(SentInvitation),
  },
  "POST /api/trips/:id/vote-reminders": {
    summary: "Mail whoever on the crew has awards left to vote on, each at most once a day (organizers)",
    access: "user",
    params: ById,
    body: z.object({}),
    /** `alreadyReminded` had their share of reminders within a day and got none now; `unwanted` want no mails. */
    reply: z.object({ reminded: z.int(), alreadyReminded: z.int(), unwanted: z.int() }),
  },
});
