import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { isUnreached } from "../core/api.ts";
import { callOrKeep } from "../core/outbox/call-or-keep.ts";
import { toast } from "../ui/toast.ts";
import { changePhoto, refreshPhotos } from "./queries.ts";

/** Likes a photo, or takes the like back: at once, and undone when the server refuses. */
export function useLike() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, liked }: MediaItem) =>
      callOrKeep("POST /api/media/:id/like", {
        of: id,
        body: { liked: !liked },
        about: liked ? "Taking back your like" : "Your like",
      }),
    onMutate: ({ id }) =>
      changePhoto(client, id, (item) => ({
        ...item,
        liked: !item.liked,
        likes: item.likes + (item.liked ? -1 : 1),
      })),
    onError: (error, { id, liked, likes }) => {
      changePhoto(client, id, (item) => ({ ...item, liked, likes }));
      toast({
        title: "Failed to like photo",
        text: isUnreached(error) ? error.message : "Please try again",
        look: "danger",
      });
    },
    onSuccess: (answer, { id }) => {
      // It waits for a connection, and the page shows it as done.
      if (!answer) return;
      const { liked, likes } = answer;
      changePhoto(client, id, (item) => ({ ...item, liked, likes }));
      toast({ title: liked ? "Liked" : "Unliked" });
      void refreshPhotos(client);
    },
  });
}
