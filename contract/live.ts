import { z } from "zod";
import { Id } from "./fields.ts";

/**
 * A hint on `GET /api/live` (server-sent events): something in this squad or trip changed, fetch it again.
 * It carries no data and no person, so it reveals no more than the calls do: nobody learns who liked a photo. After a reconnect the web fetches what it may have missed.
 */
export const LiveEvent = z.object({
  scope: z.enum(["squad", "trip", "user"]),
  id: Id,
  kind: z.enum(["members", "media", "vote", "revealed", "categories", "trip", "squad", "deleted", "account", "mail"]),
  /** Set for `revealed`: the award. */
  categoryId: Id.optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
