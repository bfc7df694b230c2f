import * as Radix from "@radix-ui/react-dialog";
import { type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { MediaItem } from "#contract/media-item.ts";
import { near } from "../../ui/near.tsx";
import { Video } from "./video.tsx";
import { createViewerOrder } from "./viewer-order.ts";
import { slideOf } from "./slide.ts";
import { type Source, useItems } from "../photos/use-items.ts";
import { usePhotoSwipe } from "./use-photoswipe.ts";
import { useSlideshow } from "./use-slideshow.ts";
import { ViewerBar, talkButtonMark } from "./viewer-bar.tsx";
import { ViewerCaption } from "./viewer-caption.tsx";
import { type ViewerKeys, frameMark, hasOwnEscape } from "./viewer-keys.ts";

/** How many photos are loaded ahead on either side. */
const ahead = 3;

const TalkPanel = near(async () => (await import("../talk/talk-panel.tsx")).TalkPanel);

const tileOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id ?? "")}"]`);

export interface ViewerDoorProps {
  readonly source: Source;
  /** The photo in the address. */
  readonly photoId: string | null;
  /** The position of a photo in the gallery, if known. */
  readonly indexOfId: (id: string) => number | undefined;
  /** A slideshow begins. */
  readonly isSlideshow: boolean;
  /** The viewer is a member and may like photos and download originals. */
  readonly mayJoinIn: boolean;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly onTurn: (id: string) => void;
  readonly onClose: () => void;
}

interface ViewerProps extends ViewerDoorProps {
  /** The index of the first photo. */
  readonly start: number;
  readonly keys: RefObject<ViewerKeys>;
  /** Called when the viewer has closed. */
  readonly onGone: () => void;
}

/** Shows photos one at a time on the whole screen. */
export function Viewer({ source, start, photoId, keys, isSlideshow, onGone, ...door }: ViewerProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [order] = useState(() => createViewerOrder(source.layout.total));
  const [index, setIndex] = useState(start);
  const [set, setSet] = useState(0);
  const { itemAt } = useItems(source, index - ahead, index + ahead + 1);
  const at = (position: number) => order.at(position, itemAt);
  const current = at(index);
  const isOpen = photoId !== null;
  const [wantsTalk, setWantsTalk] = useState(false);
  const isTalkOpen = wantsTalk && isOpen && door.mayJoinIn && current !== undefined;
  const closeTalk = () => {
    setWantsTalk(false);
    document.querySelector<HTMLElement>(`[${talkButtonMark}]`)?.focus();
  };
  useEffect(() => {
    keys.current.closeAbove = () => {
      if (isTalkOpen) closeTalk();
      return isTalkOpen;
    };
  });

  // Several ways lead out of the viewer, but the history takes one step back.
  const hasLeft = useRef(false);
  const leave = () => {
    if (hasLeft.current || !isOpen) return;
    hasLeft.current = true;
    door.onClose();
  };

  const { above, close, next, isLoading } = usePhotoSwipe({
    frame,
    set,
    index,
    keys,
    isNarrowed: isTalkOpen,
    slides: {
      count: order.count,
      at: (position) => slideOf(at(position), door.mayJoinIn, { width: innerWidth, height: innerHeight }),
      stateAt: (position) => at(position)?.state ?? "",
      thumbAt: (position) => tileOf(at(position)?.id)?.querySelector("img") ?? null,
    },
    onChange: setIndex,
    onDismiss: leave,
    onGone,
  });
  const slideshow = useSlideshow(isSlideshow, { index, next, isLoading });

  // The address follows the open photo, also if that photo loads late.
  const currentId = current?.id;
  const { onTurn } = door;
  useEffect(() => {
    if (isOpen && currentId !== undefined && currentId !== photoId) onTurn(currentId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another photo changes the address
  }, [currentId]);

  useEffect(() => {
    if (!isOpen) close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the address decides when to close
  }, [isOpen]);

  const goOn = () => {
    order.remove(index);
    if (order.count() === 0) return leave();
    // The stage is built again, at the photo that follows the one that is gone.
    setIndex(Math.min(index, order.count() - 1));
    setSet(set + 1);
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && leave()}>
      <Radix.Portal>
        <Radix.Content
          ref={setFrame}
          {...{ [frameMark]: "" }}
          data-low-toasts=""
          aria-describedby={undefined}
          className="fixed inset-0 z-[35] outline-none"
          onEscapeKeyDown={(event) => {
            // The keys of the viewer have closed the comments, or what is open in them closes by itself.
            if (isTalkOpen || hasOwnEscape(event.target)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            tileOf(currentId)?.focus();
          }}
        >
          <Radix.Title className="sr-only">Photo viewer</Radix.Title>
          {isTalkOpen && <TalkPanel scope={source.scope} mediaId={current.id} onClose={closeTalk} />}
        </Radix.Content>
      </Radix.Portal>
      {above &&
        current &&
        createPortal(
          <>
            <Video
              key={current.id}
              item={current}
              mayHaveOriginal={door.mayJoinIn}
              plays={slideshow.isPlaying}
              onEnded={slideshow.goOn}
            />
            <ViewerBar
              item={current}
              position={`${index + 1} of ${order.count()}`}
              slideshow={slideshow}
              mayJoinIn={door.mayJoinIn}
              mayDelete={door.mayDelete(current)}
              onGone={goOn}
              onClose={leave}
              isTalkOpen={isTalkOpen}
              onTalk={() => {
                if (isTalkOpen) return closeTalk();
                if (slideshow.isPlaying) slideshow.toggle();
                return setWantsTalk(true);
              }}
            />
            <ViewerCaption key={`caption ${current.id}`} item={current} maySeeLocation={door.mayJoinIn} />
          </>,
          above,
        )}
    </Radix.Root>
  );
}
