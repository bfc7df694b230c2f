import * as Radix from "radix-ui/dialog";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { ViewerBar } from "./viewer-bar.tsx";
import { ViewerCaption } from "./viewer-caption.tsx";
import type { ViewerDoorProps } from "./viewer-door.tsx";
import { slideOf } from "./slide.ts";
import { usePhotoSwipe } from "./use-photoswipe.ts";
import { useShelf } from "./use-shelf.ts";

/** So close to the end the next page is fetched. */
const nearEnd = 8;

const tileOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(id ?? "")}"]`);

/** Photos over the whole screen, one at a time. `onGone` is called when it has closed. */
export function Viewer({ photos, photoId, onGone, ...door }: ViewerDoorProps & { onGone: () => void }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const shelf = useShelf(photos);
  const [index, setIndex] = useState(() => Math.max(0, shelf.indexOf(photoId)));
  const [set, setSet] = useState(0);
  const current = shelf.at(index);
  const isOpen = photoId !== null;

  // Asked for in more than one way, but one step back in the history.
  const hasLeft = useRef(false);
  const leave = () => {
    if (hasLeft.current || !isOpen) return;
    hasLeft.current = true;
    door.onClose();
  };

  const { above, close } = usePhotoSwipe({
    frame,
    set,
    index,
    slides: {
      count: shelf.count,
      at: (at) => slideOf(shelf.at(at), door.mayJoinIn),
      thumbAt: (at) => tileOf(shelf.at(at)?.id)?.querySelector("img") ?? null,
    },
    onChange: (at) => {
      setIndex(at);
      const id = shelf.at(at)?.id;
      if (id !== undefined && id !== photoId && isOpen) door.onLeaf(id);
      if (at >= shelf.count() - nearEnd && door.hasMore && !door.isLoading) door.onMore();
    },
    onDismiss: leave,
    onGone,
  });

  useEffect(() => {
    if (!isOpen) close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the address says when to close
  }, [isOpen]);

  const afterDelete = () => {
    const neighbour = shelf.at(index + 1) ?? shelf.at(index - 1);
    if (!current || !neighbour) return leave();
    shelf.remove(current.id);
    // The stage is set anew, at the photo that takes the place of the deleted one.
    setIndex(Math.min(index, shelf.count() - 2));
    setSet(set + 1);
    door.onLeaf(neighbour.id);
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && leave()}>
      <Radix.Portal>
        <Radix.Content
          ref={setFrame}
          aria-describedby={undefined}
          className="fixed inset-0 z-[35] outline-none"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            tileOf(current?.id)?.focus();
          }}
        >
          <Radix.Title className="sr-only">Photo viewer</Radix.Title>
        </Radix.Content>
      </Radix.Portal>
      {above &&
        current &&
        createPortal(
          <>
            <ViewerBar
              item={current}
              position={`${index + 1} of ${shelf.count()}${door.hasMore ? "+" : ""}`}
              mayJoinIn={door.mayJoinIn}
              mayDelete={door.mayDelete(current)}
              onDeleted={afterDelete}
              onClose={leave}
            />
            <ViewerCaption item={current} />
          </>,
          above,
        )}
    </Radix.Root>
  );
}
