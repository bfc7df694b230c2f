import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id, Timestamp } from "./fields.ts";

/** A browser that somebody is signed in with. */
export const Session = z.object({
  id: Id,
  /** Its browser and system, as far as it told them: "Firefox on Windows". */
  device: z.string().nullable(),
  signedInAt: Timestamp,
  /** To the hour; the hour it was last used in. */
  lastSeenAt: Timestamp,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = describe({
  "GET /api/sessions": {
    summary: "Where I am signed in: this browser first, then the one used last",
    access: "user",
    reply: z.array(Session),
  },
  "DELETE /api/sessions": { summary: "End all my sessions but this one", access: "user", reply: null },
  "DELETE /api/sessions/:id": { summary: "End one of my sessions", access: "user", params: ById, reply: null },
});
