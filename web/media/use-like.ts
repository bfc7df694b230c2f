import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { api } from "../core/api.ts";
import { toast } from "../ui/toast.ts";
import { changePhoto, refreshPhotos } from "./queries.ts";

/** Likes a photo, or takes the like back: at once, and undone when the server refuses. */
export function useLike() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: MediaItem) => api("POST /api/media/:id/like", { params: { id }, body: {} }),
    onMutate: ({ id }) =>
      changePhoto(client, id, (item) => ({
        ...item,
        liked: !item.liked,
        likes: item.likes + (item.liked ? -1 : 1),
      })),
    onError: (_error, { id, liked, likes }) => {
      changePhoto(client, id, (item) => ({ ...item, liked, likes }));
      toast({ title: "Failed to like photo", text: "Please try again", look: "danger" });
    },
    onSuccess: ({ liked, likes }, { id }) => {
      changePhoto(client, id, (item) => ({ ...item, liked, likes }));
      toast({ title: liked ? "Liked" : "Unliked" });
      void refreshPhotos(client);
    },
  });
}
