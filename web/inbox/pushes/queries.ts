import { callQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** The devices on which the viewer gets pushes, and the key to subscribe with. */
export const pushesQuery = callQuery([...keys.inbox, "pushes"], "GET /api/push");
