import type { InboxEntry } from "#contract/inbox.ts";
import { type Path, paths } from "../core/link.tsx";

/** The page that an entry opens. Undefined if it names no place. */
export function entryPath({
  opens,
  tripId,
  squadId,
  photoIds: [photo],
}: Pick<InboxEntry, "opens" | "tripId" | "squadId"> & { readonly photoIds: readonly string[] }): Path | undefined {
  if (tripId === null || opens === "squad") {
    if (squadId === null) return undefined;
    return opens === "photo" && photo !== undefined ? paths.squadPhoto(squadId, photo) : paths.squad(squadId);
  }
  if (opens === "photo" && photo !== undefined) return paths.photo(tripId, photo);
  if (opens === "ballot") return paths.ballot(tripId);
  if (opens === "leaderboard") return paths.leaderboard(tripId);
  if (opens === "night") return paths.night(tripId);
  return paths.trip(tripId);
}
