import { z } from "zod";
import { Id } from "./fields.ts";

/**
 * A hint on `GET /api/live` (server-sent events): something of this squad, trip or user changed, fetch it again.
 * It carries no data, so it reveals no more than the calls do. After a reconnect the web fetches what it may have missed.
 */
export const LiveEvent = z.object({
  scope: z.enum(["squad", "trip", "user"]),
  id: Id,
  kind: z.enum(["members", "media", "vote", "revealed", "categories", "trip", "squad", "deleted", "account", "mail"]),
  /** Set for `revealed`: the award. */
  categoryId: Id.optional(),
  /** Who made the change. A vote has none: a name beside the changed counts would reveal it. */
  by: Id.optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
