import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp } from "./fields.ts";

/** A browser in which somebody is signed in. */
export const Session = z.object({
  id: Id,
  /** Browser and system, such as "Firefox on Windows"; null if its user agent is unknown. */
  device: z.string().nullable(),
  signedInAt: Timestamp,
  /** Rounded down to the hour. */
  lastSeenAt: Timestamp,
  /** The session of this request. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = defineCalls(() => ({
  "GET /api/sessions": {
    summary: "Where I am signed in: this browser first, then the one used last",
    access: "seat",
    reply: z.array(Session),
  },
  "DELETE /api/sessions": {
    summary: "End all my sessions but this one",
    access: "seat",
    reply: null,
    worksReadOnly: true,
  },
  "DELETE /api/sessions/:id": {
    summary: "End one of my sessions",
    access: "seat",
    reply: null,
    worksReadOnly: true,
  },
}));

/** The refusals of sessions. */
export const refusalsOfSessions = {
  account_unlinked: "This account was unlinked just now. Please log in another way.",
} as const;
