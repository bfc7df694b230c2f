import type { Live } from "../platform/live/live.ts";

/** Tells the members of a squad what changed. */
export const tellSquad = (live: Live, id: string, kind: "members" | "squad" | "deleted" = "squad"): void =>
  live.tell({ scope: "squad", id, kind });

/** Has the pages of a person hear of the squads and trips to which they belong now. */
export const renewScopes = (live: Live, userId: string): void =>
  live.tell({ scope: "user", id: userId, kind: "members" });
