import type { QueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { api, isNotFound, sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { hideMeanwhile, refreshAll } from "../photos/delete-photos.ts";
import { isFilm } from "../words.ts";

/** Takes a photo off the page that the viewer has asked about, and offers to undo the request. */
export function tellAsked(client: QueryClient, item: MediaItem): Promise<void> {
  toast({
    title: isFilm(item) ? "Video hidden" : "Photo hidden",
    text: "The organizers decide. You find it under Asked to Be Taken Down.",
    action: { label: "Undo", onPress: () => void takeBack(client, item) },
  });
  return hideMeanwhile([item.id], () => refreshAll(client));
}

/** Takes the viewer's request back, which brings the photo back unless somebody else asks too. */
export async function takeBack(client: QueryClient, item: MediaItem): Promise<void> {
  try {
    await api("DELETE /api/media/:id/takedown", { params: { id: item.id }, keepalive: true });
    toast({ title: "Request taken back" });
  } catch (error) {
    toast({
      title: "Not taken back",
      text: sentenceOf(error),
      look: "danger",
      // The server would refuse it again: an organizer has deleted the photo.
      ...(!isNotFound(error) && { action: { label: "Try Again", onPress: () => void takeBack(client, item) } }),
    });
  }
  await refreshAll(client);
}
