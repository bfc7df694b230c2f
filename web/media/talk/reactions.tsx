import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reactionEmojis } from "#contract/talk-limits.ts";
import type { PhotoReaction, Reactions } from "#contract/talk.ts";
import { sentenceOf } from "../../core/api.ts";
import { callOrKeep } from "../../core/outbox/call-or-keep.ts";
import { WaitsMark } from "../../core/outbox/waits-mark.ts";
import { useMe } from "../../core/viewer.ts";
import { cx } from "../../ui/class-names.ts";
import { toast } from "../../ui/toast.ts";
import type { MediaScope } from "../queries.ts";
import { changeTalk, talkQuery } from "./queries.ts";
import { withMine } from "./with-mine.ts";
import { reactionNames, whoGave } from "./words.ts";

/** The five reactions as buttons, with who gave them. */
export function ReactionBar({
  scope,
  mediaId,
  reactions,
}: {
  scope: MediaScope;
  mediaId: string;
  reactions: Reactions;
}) {
  const press = useReaction(scope, mediaId, reactions);
  const given = reactionEmojis.flatMap((emoji) => {
    const names = whoGave(emoji, reactions);
    return names === null ? [] : [{ emoji, names }];
  });
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3">
      <fieldset className="flex min-w-0 gap-1.5">
        <legend className="sr-only">Reactions</legend>
        {reactionEmojis.map((emoji) => {
          const count = reactions.counts.find((one) => one.emoji === emoji)?.count ?? 0;
          const isMine = reactions.mine === emoji;
          return (
            <button
              key={emoji}
              type="button"
              aria-pressed={isMine}
              aria-label={`${reactionNames[emoji]}, ${count} so far`}
              // A double click counts as one press.
              onClick={({ detail }) => detail < 2 && press(emoji)}
              className={cx(
                "steady flex h-11 min-w-0 flex-1 items-center justify-center gap-1 rounded-full border-2 px-2 font-bold",
                isMine ? "border-edge bg-spot text-on-spot" : "border-transparent bg-tint hover:border-line",
              )}
            >
              <span aria-hidden="true" className="text-lg leading-none">
                {emoji}
              </span>
              {count > 0 && <span className="text-sm">{count}</span>}
            </button>
          );
        })}
      </fieldset>
      <WaitsMark call="PUT /api/media/:id/reaction" of={mediaId} />
      {given.length > 0 && (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard can scroll it only with the focus
          tabIndex={reactions.people.length > 10 ? 0 : undefined}
          aria-label="Who reacted"
          className="grid max-h-20 gap-0.5 overflow-y-auto text-sm text-soft"
        >
          {given.map(({ emoji, names }) => (
            <li key={emoji} className="wrap-anywhere">
              <span aria-hidden="true">{emoji}</span> <span className="sr-only">{reactionNames[emoji]}: </span>
              <bdi>{names}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Gives or takes back the viewer's reaction: at once, and undone when the server refuses. Presses that follow each other are sent in their
 * order, and the answer of the last one counts.
 */
function useReaction(scope: MediaScope, mediaId: string, reactions: Reactions) {
  const client = useQueryClient();
  const me = useMe();
  const mutationKey = ["reaction", mediaId];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `reaction ${mediaId}` },
    mutationFn: (emoji: PhotoReaction | null) =>
      callOrKeep("PUT /api/media/:id/reaction", { of: mediaId, body: { emoji }, about: "Your reaction to a photo" }),
    onMutate: (emoji) => {
      changeTalk(client, scope, mediaId, { reactions: withMine(reactions, me, emoji) });
      return reactions;
    },
    // Without an answer it waits for a connection, and the page shows it as given.
    onSuccess: (answer) => answer && isLast() && changeTalk(client, scope, mediaId, { reactions: answer }),
    onError: (error, _, before) => {
      if (before) changeTalk(client, scope, mediaId, { reactions: before });
      toast({ title: "Your reaction was not saved", text: sentenceOf(error), look: "danger" });
      if (isLast()) void client.invalidateQueries(talkQuery(scope, mediaId));
    },
  });
  return (emoji: PhotoReaction) => mutate(reactions.mine === emoji ? null : emoji);
}
