import type { InboxEntry } from "./inbox.ts";
import { pages } from "./pages.ts";

type Place = Pick<InboxEntry, "opens" | "tripId" | "squadId"> & { readonly photoIds: readonly string[] };

const pageOf = (name: "trip" | "squad" | "ballot" | "leaderboard" | "night" | "costs", id: string) =>
  pages[name].path.replace(":id", id);

/** The path that an entry of the inbox, or its push, opens. Undefined if it names no place. */
export function entryPath({ opens, tripId, squadId, photoIds: [photo] }: Place): string | undefined {
  const withPhoto = opens === "photo" && photo !== undefined ? `?photo=${photo}` : "";
  if (tripId === null || opens === "squad") return squadId === null ? undefined : pageOf("squad", squadId) + withPhoto;
  if (opens === "ballot" || opens === "leaderboard" || opens === "night" || opens === "costs")
    return pageOf(opens, tripId);
  return pageOf("trip", tripId) + withPhoto;
}
