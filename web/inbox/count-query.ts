import { callQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";

/** How many entries of the inbox are new. `InboxWatch` alone asks for it, so that hints do not ask too often. */
export const countQuery = { ...callQuery([...keys.inbox, "count"], "GET /api/inbox/count"), enabled: false };
