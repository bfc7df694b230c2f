import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import type { MediaScope } from "../queries.ts";
import { changeTalk } from "./queries.ts";

/** Says that the comments are off, and lets the uploader turn them off and on: at once, and undone when the server refuses. */
export function CommentsSwitch({
  scope,
  mediaId,
  areOff,
  maySwitch,
}: {
  scope: MediaScope;
  mediaId: string;
  areOff: boolean;
  maySwitch: boolean;
}) {
  const client = useQueryClient();
  const show = (commentsOff: boolean) => changeTalk(client, scope, mediaId, { commentsOff });
  const { mutate, isPending } = useMutation({
    mutationFn: (commentsOff: boolean) =>
      api("PATCH /api/media/:id", { params: { id: mediaId }, body: { commentsOff } }),
    onMutate: show,
    onError: (error, commentsOff) => {
      show(!commentsOff);
      toast({ title: "The comments stay as they were", text: sentenceOf(error), look: "danger" });
    },
  });
  if (!maySwitch) return areOff && <p className="text-soft">Comments on this photo are turned off.</p>;
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={!areOff}
        onChange={() => !isPending && mutate(!areOff)}
        className="size-6 shrink-0 accent-(--action)"
      />
      <span className="font-semibold">Take comments on this photo</span>
    </label>
  );
}
