import * as Radix from "@radix-ui/react-dialog";
import { type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { MediaItem } from "#contract/media-item.ts";
import { Film } from "./film.tsx";
import { openShelf } from "./shelf.ts";
import { slideOf } from "./slide.ts";
import { type Source, useItems } from "../photos/use-items.ts";
import { usePhotoSwipe } from "./use-photoswipe.ts";
import { useShow } from "./use-show.ts";
import { ViewerBar } from "./viewer-bar.tsx";
import { ViewerCaption } from "./viewer-caption.tsx";
import { type ViewerKeys, frameMark } from "./viewer-keys.ts";

/** So many photos on either side are there before one gets to them. */
const near = 3;

const tileOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id ?? "")}"]`);

export interface ViewerDoorProps {
  readonly source: Source;
  /** Which photo the address asks for. */
  readonly photoId: string | null;
  /** Where it is among those shown, when that is known. */
  readonly indexOfId: (id: string) => number | undefined;
  /** Whether the photos are to go on by themselves. */
  readonly isShow: boolean;
  /** The viewer belongs here: may like, and have originals. */
  readonly mayJoinIn: boolean;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly onLeaf: (id: string) => void;
  readonly onClose: () => void;
}

interface ViewerProps extends ViewerDoorProps {
  /** The place of the photo to begin with. */
  readonly start: number;
  readonly keys: RefObject<ViewerKeys>;
  /** Called when it has closed. */
  readonly onGone: () => void;
}

/** Photos over the whole screen, one at a time. */
export function Viewer({ source, start, photoId, keys, isShow, onGone, ...door }: ViewerProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [shelf] = useState(() => openShelf(source.plan.total));
  const [index, setIndex] = useState(start);
  const [set, setSet] = useState(0);
  const { itemAt } = useItems(source, index - near, index + near + 1);
  const at = (place: number) => shelf.at(place, itemAt);
  const current = at(index);
  const isOpen = photoId !== null;

  // Asked for in more than one way, but one step back in the history.
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
    slides: {
      count: shelf.count,
      at: (place) => slideOf(at(place), door.mayJoinIn),
      stateAt: (place) => at(place)?.state ?? "",
      thumbAt: (place) => tileOf(at(place)?.id)?.querySelector("img") ?? null,
    },
    onChange: setIndex,
    onDismiss: leave,
    onGone,
  });
  const show = useShow(isShow, { place: index, next, isLoading });

  // The address follows the photo, also one that came after it was turned to.
  const currentId = current?.id;
  const { onLeaf } = door;
  useEffect(() => {
    if (isOpen && currentId !== undefined && currentId !== photoId) onLeaf(currentId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the address itself changes there is nothing to follow
  }, [currentId]);

  useEffect(() => {
    if (!isOpen) close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the address says when to close
  }, [isOpen]);

  const afterDelete = () => {
    shelf.remove(index);
    if (shelf.count() === 0) return leave();
    // The stage is set anew, at the photo that takes the place of the deleted one.
    setIndex(Math.min(index, shelf.count() - 1));
    setSet(set + 1);
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && leave()}>
      <Radix.Portal>
        <Radix.Content
          ref={setFrame}
          {...{ [frameMark]: "" }}
          aria-describedby={undefined}
          className="fixed inset-0 z-[35] outline-none"
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
        </Radix.Content>
      </Radix.Portal>
      {above &&
        current &&
        createPortal(
          <>
            <Film
              key={current.id}
              item={current}
              mayHaveOriginal={door.mayJoinIn}
              plays={show.isPlaying}
              onEnded={show.goOn}
            />
            <ViewerBar
              item={current}
              position={`${index + 1} of ${shelf.count()}`}
              show={show}
              mayJoinIn={door.mayJoinIn}
              mayDelete={door.mayDelete(current)}
              onDeleted={afterDelete}
              onClose={leave}
            />
            <ViewerCaption key={`caption ${current.id}`} item={current} mayKnowPlace={door.mayJoinIn} />
          </>,
          above,
        )}
    </Radix.Root>
  );
}
