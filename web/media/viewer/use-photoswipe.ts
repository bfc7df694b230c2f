import PhotoSwipe, { type SlideData } from "photoswipe";
import "photoswipe/dist/photoswipe.css";
import "./viewer.css";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ViewerKeys } from "./viewer-keys.ts";

export interface Slides {
  readonly count: () => number;
  readonly at: (index: number) => SlideData;
  /** Changes when another picture belongs there: it was not here before, or it is developed now. */
  readonly stateAt: (index: number) => string;
  /** The picture that a photo grows out of and shrinks back to. */
  readonly thumbAt: (index: number) => HTMLElement | null;
}

interface Stage {
  /** Where the photos are shown. Null until it is there. */
  readonly frame: HTMLElement | null;
  /** The photo to begin with. */
  readonly index: number;
  /** Another number sets the stage anew. */
  readonly set: number;
  readonly slides: Slides;
  readonly keys: RefObject<ViewerKeys>;
  readonly onChange: (index: number) => void;
  /** The person swiped it away or tapped beside the photo. */
  readonly onDismiss: () => void;
  /** The last of the closing animation is over. */
  readonly onGone: () => void;
}

export interface Shown {
  /** The place for what floats above the photos. */
  readonly above: HTMLElement | null;
  readonly close: () => void;
  /** Goes on to the next one that has a picture; false when there is none. */
  readonly next: () => boolean;
  /** Whether the open photo is still on its way. */
  readonly isLoading: () => boolean;
}

/** The states of what has words in place of a picture. */
const pictureless: ReadonlySet<string> = new Set(["processing", "failed"]);

/** Shows photos in a frame: swipe, pinch, double tap, arrow keys. */
export function usePhotoSwipe(stage: Stage): Shown {
  const latest = useRef(stage);
  useEffect(() => {
    latest.current = stage;
  });
  const shown = useRef<PhotoSwipe>(undefined);
  const states = useRef(new Map<number, string>());
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const { frame, set, keys } = stage;

  useEffect(() => {
    if (!frame) return undefined;
    states.current.clear();
    const pswp = new PhotoSwipe({
      index: latest.current.index,
      appendToEl: frame,
      bgOpacity: 1,
      loop: false,
      showHideAnimationType: set === 0 ? "zoom" : "none",
      // A click beside the photo closes; one on it, however small the photo, never does.
      imageClickAction: "zoom",
      // The dialog around the frame holds the focus.
      trapFocus: false,
      returnFocus: false,
      escKey: false,
      arrowKeys: false,
      close: false,
      zoom: false,
      counter: false,
      arrowPrevTitle: "Previous photo",
      arrowNextTitle: "Next photo",
      errorMsg: "This photo did not load.",
    });
    pswp.addFilter("numItems", () => latest.current.slides.count());
    pswp.addFilter("itemData", (_, index) => {
      states.current.set(index, latest.current.slides.stateAt(index));
      return latest.current.slides.at(index);
    });
    pswp.addFilter("thumbEl", (_, __, index) => latest.current.slides.thumbAt(index) as HTMLElement);
    // It never tries by itself again what did not load once.
    const tryAgain = (slide: PhotoSwipe["currSlide"]) => {
      if (slide?.content.isError()) pswp.refreshSlideContent(slide.index);
    };
    pswp.on("change", () => {
      latest.current.onChange(pswp.currIndex);
      tryAgain(pswp.currSlide);
    });
    const backOnline = () => {
      if (!pswp.isDestroying) for (const { slide } of pswp.mainScroll.itemHolders) tryAgain(slide);
    };
    addEventListener("online", backOnline);
    pswp.on("close", () => latest.current.onDismiss());
    const gone = () => latest.current.onGone();
    pswp.on("destroy", gone);
    const waitingKeys = keys.current;
    const hearKeys = () => {
      if (pswp.isDestroying) return;
      // Turning pages in the middle of the opening would leave it with the wrong picture.
      waitingKeys.step = (by) =>
        pswp.goTo(Math.max(0, Math.min(latest.current.slides.count() - 1, pswp.potentialIndex + by)));
      if (waitingKeys.waiting !== 0) waitingKeys.step(waitingKeys.waiting);
      waitingKeys.waiting = 0;
    };
    // It gives the photos beside the first one their places only after it has told us.
    pswp.on("openingAnimationEnd", () => queueMicrotask(hearKeys));

    const host = document.createElement("div");
    host.className = "pswp__hide-on-close";
    // After this round of effects, because React runs effects twice in development.
    const opening = setTimeout(() => {
      pswp.init();
      pswp.element?.removeAttribute("role");
      pswp.element?.append(host);
      // Whatever has the focus must be seen, also when a tap has hidden the controls.
      host.addEventListener("focusin", () => pswp.element?.classList.add("pswp--ui-visible"));
      shown.current = pswp;
      setAbove(host);
    });
    return () => {
      clearTimeout(opening);
      shown.current = undefined;
      waitingKeys.step = undefined;
      removeEventListener("online", backOnline);
      pswp.off("destroy", gone);
      pswp.isDestroying = true;
      pswp.destroy();
    };
  }, [frame, set, keys]);

  // A photo near the one that is shown came only now, or came to be developed.
  useEffect(() => {
    const pswp = shown.current;
    if (!pswp || pswp.opener.isOpening || pswp.isDestroying) return;
    for (const index of [pswp.currIndex, pswp.currIndex - 1, pswp.currIndex + 1]) {
      const before = states.current.get(index);
      if (before !== undefined && before !== stage.slides.stateAt(index)) pswp.refreshSlideContent(index);
    }
  });

  return {
    above,
    close() {
      const pswp = shown.current;
      if (!pswp) return stage.onGone();
      // It cannot turn round while it opens.
      if (pswp.opener.isOpening) pswp.on("openingAnimationEnd", () => pswp.close());
      else pswp.close();
    },
    next() {
      const pswp = shown.current;
      if (!pswp) return false;
      const { count, stateAt } = stage.slides;
      let to = pswp.potentialIndex + 1;
      while (to < count() && pictureless.has(stateAt(to))) to += 1;
      if (to >= count()) return false;
      const isOnItsWay = pswp.opener.isOpening || pswp.potentialIndex !== pswp.currIndex;
      if (!isOnItsWay) pswp.goTo(to);
      return true;
    },
    isLoading: () => shown.current?.currSlide?.content.isLoading() ?? true,
  };
}
