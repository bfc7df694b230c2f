import { z } from "zod";
import { Id } from "./fields.ts";
import { Reaction, ShowState } from "./nights.ts";

/**
 * A hint on `GET /api/live` (server-sent events): something of this squad, trip or user changed, fetch it again.
 * It carries no person but those who wait for a show, and of data only the present card of a show. All else reveals no more than the calls
 * do: nobody learns who liked a photo.
 * After a reconnect the web fetches what it may have missed.
 */
export const LiveEvent = z.object({
  scope: z.enum(["squad", "trip", "user"]),
  id: Id,
  kind: z.enum([
    "members",
    "media",
    "vote",
    "revealed",
    "categories",
    "trip",
    "squad",
    "deleted",
    "account",
    "mail",
    "night",
    "reaction",
    "here",
    "inbox",
    "seen",
    "costs",
  ]),
  /** Set for a hint to one person who may see more or less from now on. */
  changesRights: z.literal(true).optional(),
  /** Set for `revealed`: the award. */
  categoryId: Id.optional(),
  /** Set for `night` if its show moved: the present card, the same for all members. */
  show: ShowState.optional(),
  /** Set for `reaction`. */
  emoji: Reaction.optional(),
  /** Set for `here`: who waits for the show on an open page. */
  person: Id.optional(),
  /** Set for `here`: whether that page asks who else does. */
  asks: z.boolean().optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

/** What a page may ask of the stream. */
export const LiveQuery = z.object({
  since: z.coerce
    .number()
    .int()
    .optional()
    .describe("Repeat the hints since then, in milliseconds of the server's clock"),
});

/**
 * The first event of a stream. `isComplete`: hints since the asked time have been sent, so that no answer from then on is stale unseen.
 * `person`: whose stream it is, since a page may have opened it after somebody else logged in.
 */
export const LiveHello = z.object({ isComplete: z.boolean(), person: Id });
export type LiveHello = z.infer<typeof LiveHello>;
