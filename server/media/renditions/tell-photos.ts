import type { Activity } from "../../schema/activity.ts";

/** Tells the pages of these albums that their photos have changed. */
export function tellPhotos(
  activity: Pick<Activity, "tell">,
  albums: readonly { readonly squadId: string | null; readonly tripId: string | null }[],
): void {
  activity.tell("photos_changed", {
    trip: albums.flatMap(({ tripId }) => tripId ?? []),
    squad: albums.flatMap(({ squadId }) => squadId ?? []),
  });
}
