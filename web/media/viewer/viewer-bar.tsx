import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, Heart, ImageOff, MessageCircle, Pause, Play, Share2, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { plural } from "#contract/locale.ts";
import { shareLink } from "../../core/share-link.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { deletePhotos } from "../photos/delete-photos.ts";
import { useWaits } from "../../core/outbox/waiting.ts";
import { useLike } from "../use-like.ts";
import { DownloadButton } from "./download-button.tsx";
import type { Slideshow } from "./use-slideshow.ts";
import { altOf, isFilm } from "../words.ts";

const AskDialog = onDemand(async () => (await import("../takedowns/ask-dialog.tsx")).AskDialog);
/** The attribute of the button of the comments. */
export const talkButtonMark = "data-talk-button";

const icon = { "aria-hidden": true, size: 22 } as const;
/** The background is dark in both colour schemes. */
const onDark = "text-on-photo! hover:bg-on-photo/20!";

/** The buttons for the open photo. */
export function ViewerBar({
  item,
  position,
  slideshow,
  mayJoinIn,
  mayDelete,
  onGone,
  onClose,
  isTalkOpen,
  onTalk,
}: {
  item: MediaItem;
  /** "3 of 50" */
  position: string;
  slideshow: Slideshow;
  mayJoinIn: boolean;
  mayDelete: boolean;
  /** The photo is deleted or hidden. */
  onGone: () => void;
  onClose: () => void;
  isTalkOpen: boolean;
  onTalk: () => void;
}) {
  const client = useQueryClient();
  const remove = () => {
    onGone();
    void deletePhotos(client, [item]);
  };
  return (
    <div className="absolute inset-x-0 top-0 z-10 flex flex-wrap items-center justify-end gap-1 bg-linear-to-b max-sm:gap-0 from-scrim/90 via-scrim/75 via-60% to-transparent px-2 pt-[max(0.5rem,env(safe-area-inset-top))] pb-6 text-on-photo forced-colors:bg-[Canvas]">
      <IconButton label="Close" className={onDark} onClick={onClose}>
        <X {...icon} />
      </IconButton>
      <p className="steady flex-1 px-1 text-sm leading-tight font-semibold sm:whitespace-nowrap" aria-live="polite">
        <span className="sr-only">{altOf(item)}, </span>
        {position}
      </p>
      <IconButton
        label={slideshow.isPlaying ? "Pause the slideshow" : "Play a slideshow"}
        className={cx(onDark, "hidden! sm:inline-grid!", slideshow.isPlaying && "inline-grid!")}
        onClick={slideshow.toggle}
      >
        {slideshow.isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
      </IconButton>
      {mayJoinIn ? <Like item={item} /> : <Likes likes={item.likes} />}
      {mayJoinIn && <TalkButton comments={item.comments ?? 0} isOpen={isTalkOpen} onPress={onTalk} />}
      {mayJoinIn && <DownloadButton key={item.id} item={item} className={onDark} />}
      <Share item={item} />
      {mayDelete && (
        // A double click deletes one photo, not the one that takes its place too.
        <IconButton label="Delete" className={onDark} onClick={({ detail }) => detail < 2 && remove()}>
          <Trash2 {...icon} />
        </IconButton>
      )}
      {mayJoinIn && !mayDelete && <AskTakedown key={item.id} item={item} onAsked={onGone} />}
    </div>
  );
}

function AskTakedown({ item, onAsked }: { item: MediaItem; onAsked: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Ask to Take Down" className={onDark} {...AskDialog.hint} onClick={() => setOpen(true)}>
        <ImageOff {...icon} />
      </IconButton>
      <AskDialog open={isOpen} onOpenChange={setOpen} item={item} onAsked={onAsked} />
    </>
  );
}

function Like({ item }: { item: MediaItem }) {
  const like = useLike();
  const waits = useWaits("POST /api/media/:id/like", item.id);
  return (
    <button
      type="button"
      aria-pressed={item.liked}
      aria-label={`Like, ${item.likes} so far${waits ? ", waits for a connection" : ""}`}
      data-tip={waits ? "Waits for a connection" : item.liked ? "Unlike" : "Like"}
      // A double click counts as one like.
      onClick={({ detail }) => detail < 2 && !like.isPending && like.mutate(item)}
      className={cx("flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 sm:px-3", onDark)}
    >
      <Heart {...icon} className={cx(item.liked && "fill-current text-face-3")} />
      {item.likes > 0 && <Count>{item.likes}</Count>}
      {waits && <CloudOff aria-hidden="true" size={16} />}
    </button>
  );
}

/** Opens and closes the comments and reactions. */
const TalkButton = ({ comments, isOpen, onPress }: { comments: number; isOpen: boolean; onPress: () => void }) => (
  <button
    type="button"
    {...{ [talkButtonMark]: "" }}
    aria-expanded={isOpen}
    aria-label={`Comments, ${comments} so far`}
    data-tip="Comments"
    onClick={onPress}
    className={cx("flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 sm:px-3", onDark)}
  >
    <MessageCircle {...icon} className={cx(isOpen && "fill-current")} />
    {comments > 0 && <Count>{comments}</Count>}
  </button>
);

const Likes = ({ likes }: { likes: number }) =>
  likes > 0 && (
    <p className="flex items-center gap-1.5 px-3">
      <Heart {...icon} />
      <Count>{likes}</Count>
      <span className="sr-only">{plural(likes, { one: "like", other: "likes" })}</span>
    </p>
  );

const Count = ({ children }: { children: ReactNode }) => <span className="steady font-bold">{children}</span>;

function Share({ item }: { item: MediaItem }) {
  const share = async (near: HTMLElement) => {
    const link = new URL(location.href);
    link.searchParams.set("photo", item.id);
    const outcome = await shareLink(
      link.href,
      item.caption ?? (isFilm(item) ? "A video on Swellmates" : "A photo on Swellmates"),
      near,
    );
    if (outcome === "shared") toast({ title: "Shared successfully" });
    if (outcome === "copied") toast({ title: "Link Copied!" });
    if (outcome === "failed") toast({ title: "Copy Failed", text: "Unable to copy link to clipboard", look: "danger" });
  };
  return (
    <IconButton
      label="Share"
      className={onDark}
      onClick={({ currentTarget }) => void share(currentTarget.parentElement ?? currentTarget)}
    >
      <Share2 {...icon} />
    </IconButton>
  );
}
