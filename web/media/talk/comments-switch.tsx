import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
  /** What the server has not confirmed yet. */
  const [wanted, setWanted] = useState<boolean>();
  const turn = async (commentsOff: boolean) => {
    setWanted(commentsOff);
    try {
      await api("PATCH /api/media/:id", { params: { id: mediaId }, body: { commentsOff } });
      changeTalk(client, scope, mediaId, { commentsOff });
    } catch (error) {
      toast({ title: "The comments stay as they were", text: sentenceOf(error), look: "danger" });
    }
    setWanted(undefined);
  };
  if (!maySwitch) return areOff && <p className="text-soft">Comments on this photo are turned off.</p>;
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={!(wanted ?? areOff)}
        onChange={({ target }) => wanted === undefined && void turn(!target.checked)}
        className="size-6 shrink-0 accent-(--action)"
      />
      <span className="font-semibold">Take comments on this photo</span>
    </label>
  );
}
