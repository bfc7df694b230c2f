import type { Live } from "../../platform/live/live.ts";
import type { UserStore } from "./user-store.ts";

/** Tells the pages of somebody who has kept their seat, and of the crews on which they vote from now on. */
export async function tellSeatKept(live: Live, { crewsOf }: Pick<UserStore, "crewsOf">, userId: string): Promise<void> {
  live.tell({ scope: "user", id: userId, kind: "account" });
  for (const id of await crewsOf(userId)) live.tell({ scope: "trip", id, kind: "members" });
}
