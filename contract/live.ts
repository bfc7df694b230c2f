import { z } from "zod";
import { Id } from "./fields.ts";

/**
 * A hint on `GET /api/live` (server-sent events): something below this squad or trip changed, fetch it again.
 * It never carries what the change was, so it can never tell more than the calls do. What is missed
 * is fetched after a reconnect.
 */
export const LiveEvent = z.object({
  scope: z.enum(["squad", "trip", "user"]),
  id: Id,
  kind: z.enum(["members", "media", "vote", "revealed", "categories", "trip", "squad", "deleted", "account", "mail"]),
  /** `revealed`: which award. */
  categoryId: Id.optional(),
  /** Who did it, so that their own page need not tell them. */
  by: Id.optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
