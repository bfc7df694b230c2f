import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Comment } from "#contract/talk.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { fetchMore } from "../../ui/fetch-more.ts";
import type { MediaScope } from "../queries.ts";
import { CommentRow } from "./comment-row.tsx";
import { CommentText } from "./comment-text.tsx";
import type { Unsent, useSending } from "./sending.ts";

/** The comments, oldest first, with those that are on their way. It stays at its end while new ones come. */
export function CommentList({
  scope,
  mediaId,
  list,
  comments,
  sending,
  areOff,
}: {
  scope: MediaScope;
  mediaId: string;
  list: UseInfiniteQueryResult<InfiniteData<unknown>>;
  comments: readonly Comment[];
  sending: ReturnType<typeof useSending>;
  areOff: boolean;
}) {
  const isEmpty = comments.length + sending.unsent.length === 0;
  return (
    // In the reverse direction the browser begins at the end and stays there.
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain">
      <div className="mb-auto grid gap-2 px-4 py-3">
        {list.hasNextPage && (
          <Button
            size="sm"
            look="quiet"
            className="justify-self-center"
            busy={list.isFetchingNextPage && "Loading..."}
            onClick={() => void fetchMore(list)}
          >
            {list.isFetchNextPageError ? "Earlier comments did not load. Try Again" : "Earlier comments"}
          </Button>
        )}
        {isEmpty && !areOff && <p className="py-4 text-center text-soft">Nobody has said anything yet.</p>}
        <div role="log" aria-label="Comments">
          <ol className="grid gap-3">
            {comments.toReversed().map((comment) => (
              <CommentRow key={comment.id} scope={scope} mediaId={mediaId} comment={comment} />
            ))}
            {sending.unsent.map((comment) => (
              <UnsentRow key={comment.key} comment={comment} {...sending} />
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}

function UnsentRow({
  comment,
  again,
  discard,
}: { comment: Unsent } & Pick<ReturnType<typeof useSending>, "again" | "discard">) {
  const me = useMe();
  return (
    <li className="flex gap-3">
      <Avatar person={me} size="sm" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap gap-x-2 text-sm">
          <span className="font-bold wrap-anywhere">{fullNameOf(me)}</span>
          {comment.fault === null && (
            <output className="text-soft">{comment.isStuck ? "Waits for a connection" : "Sending..."}</output>
          )}
        </p>
        <CommentText text={comment.text} mentions={[]} />
        {comment.fault === null && comment.isStuck && (
          <Button size="sm" look="quiet" className="justify-self-start" onClick={() => discard(comment)}>
            Discard
          </Button>
        )}
        {comment.fault !== null && (
          <>
            <p role="alert" className="text-sm font-semibold text-alarm">
              Not sent. {comment.fault}
            </p>
            <div className="flex flex-wrap gap-2 py-1">
              <Button size="sm" onClick={() => again(comment)}>
                Try Again
              </Button>
              <Button size="sm" look="quiet" onClick={() => discard(comment)}>
                Discard
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}
