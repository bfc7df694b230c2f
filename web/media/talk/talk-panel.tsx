import { useInfiniteQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { LoadFailed } from "../../core/load-failed.tsx";
import { IconButton } from "../../ui/button.tsx";
import { useBackCloses } from "../../ui/back.ts";
import { useKeyboardSpace } from "../../ui/dialog.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import type { MediaScope } from "../queries.ts";
import { CommentList } from "./comment-list.tsx";
import { CommentsSwitch } from "./comments-switch.tsx";
import { Composer } from "./composer.tsx";
import { talkQuery } from "./queries.ts";
import { ReactionBar } from "./reactions.tsx";
import { useSending } from "./sending.ts";

export interface TalkPanelProps {
  readonly scope: MediaScope;
  readonly mediaId: string;
  readonly onClose: () => void;
}

/** The comments and reactions of the open photo: a sheet on a phone, a panel beside the photo elsewhere. */
export function TalkPanel({ onClose, ...photo }: TalkPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useBackCloses(true, onClose);
  useKeyboardSpace(true);
  useEffect(() => panel.current?.focus(), []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Comments and reactions"
      data-talk-panel=""
      className="talk-panel edge fixed z-20 flex flex-col bg-page text-main shadow-soft outline-none"
    >
      <div className="flex items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="title flex-1 text-xl">Comments</h2>
        <IconButton label="Close the comments" onClick={onClose}>
          <X aria-hidden="true" size={22} />
        </IconButton>
      </div>
      <TalkOfPhoto key={photo.mediaId} {...photo} />
    </aside>
  );
}

function TalkOfPhoto({ scope, mediaId }: Omit<TalkPanelProps, "onClose">) {
  const list = useInfiniteQuery(talkQuery(scope, mediaId));
  const sending = useSending(scope, mediaId);
  const talk = list.data?.pages[0]?.talk;
  if (!list.data || !talk)
    return (
      <div className="flex-1 overflow-y-auto p-4">
        {list.isError ? (
          <LoadFailed of={list} title="The comments did not load" />
        ) : (
          <Loading label="Loading the comments..." className="grid gap-3" each="h-14" count={3} />
        )}
      </div>
    );
  return (
    <>
      <ReactionBar scope={scope} mediaId={mediaId} reactions={talk.reactions} />
      <CommentList
        scope={scope}
        mediaId={mediaId}
        list={list}
        comments={list.data.pages.flatMap(({ comments }) => comments)}
        sending={sending}
        areOff={talk.commentsOff}
      />
      <div className="grid gap-1 border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {!talk.commentsOff && (
          <Composer
            scope={scope}
            mediaId={mediaId}
            name={`comment ${mediaId}`}
            label="Your comment"
            action="Send"
            onSend={sending.add}
          />
        )}
        <CommentsSwitch scope={scope} mediaId={mediaId} areOff={talk.commentsOff} maySwitch={talk.maySwitch} />
      </div>
    </>
  );
}
