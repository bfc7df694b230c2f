// Written by hand because PhotoSwipe has no React component, and viewers that have one need the list of all 100,000 photos.
import PhotoSwipe, { type SlideData } from "photoswipe";
import "photoswipe/dist/photoswipe.css";
import "./viewer.css";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type ViewerKeys, turnBy } from "./viewer-keys.ts";

interface Slides {
  readonly count: () => number;
  readonly at: (index: number) => SlideData;
  /** Changes when the slide needs another picture: the photo has arrived, or its renditions are ready. */
  readonly stateAt: (index: number) => string;
  /** The picture from which the opening animation grows, and to which the closing one shrinks. */
  readonly thumbAt: (index: number) => HTMLElement | null;
}

interface PhotoSwipeSetup {
  /** The element that shows the photos. Null until it is mounted. */
  readonly frame: HTMLElement | null;
  /** The first photo to show. */
  readonly index: number;
  /** Another number builds it again. */
  readonly set: number;
  readonly slides: Slides;
  readonly keys: RefObject<ViewerKeys>;
  /** Something stands beside the photos, which have the rest of the window. */
  readonly isNarrowed: boolean;
  readonly onChange: (index: number) => void;
  /** The person swiped the photo away or tapped beside it. */
  readonly onDismiss: () => void;
  /** The closing animation is over. */
  readonly onGone: () => void;
}

export interface ViewerControls {
  /** The element for controls above the photos. */
  readonly above: HTMLElement | null;
  readonly close: () => void;
  /** Turns to the next photo that has a picture. Returns false if there is none. */
  readonly next: () => boolean;
  /** Whether the open photo is still loading. */
  readonly isLoading: () => boolean;
}

/** The states in which a photo has no picture. */
const pictureless: ReadonlySet<string> = new Set(["processing", "failed"]);

/** The attribute of a frame in which something stands beside the photos. */
const narrowedMark = "data-narrowed";

/** The room for photos, in CSS pixels. */
function roomIn(frame: HTMLElement) {
  const photos = frame.hasAttribute(narrowedMark) ? frame.querySelector(".pswp") : null;
  return { x: (photos ?? document.documentElement).clientWidth, y: photos?.clientHeight ?? innerHeight };
}

const noBars = { top: 0, bottom: 0, left: 0, right: 0 } as const;

/** The room that the bars of a frame take, in CSS pixels. */
function barsOf(frame: HTMLElement) {
  const { paddingTop, paddingBottom } = getComputedStyle(frame);
  return { ...noBars, top: parseFloat(paddingTop), bottom: parseFloat(paddingBottom) };
}

/** Shows photos in a frame by PhotoSwipe: swipe, pinch, double tap, arrow keys. */
export function usePhotoSwipe(setup: PhotoSwipeSetup): ViewerControls {
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  });
  const shown = useRef<PhotoSwipe>(undefined);
  const states = useRef(new Map<number, string>());
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const { frame, set, keys } = setup;

  useEffect(() => {
    if (!frame) return undefined;
    states.current.clear();
    const pswp = new PhotoSwipe({
      index: latest.current.index,
      appendToEl: frame,
      bgOpacity: 1,
      loop: false,
      showHideAnimationType: set === 0 ? "zoom" : "none",
      // A portrait photo stands between the bars. Others need no room above and below.
      paddingFn: (_, { width = 0, height = 0 }) => (height > width ? barsOf(frame) : noBars),
      getViewportSizeFn: () => roomIn(frame),
      // A click beside the photo closes the viewer. A click on it never does, even if the photo is small.
      imageClickAction: "zoom",
      // The dialog around the frame manages the focus.
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
    // PhotoSwipe itself never retries a photo that did not load.
    const retry = (slide: PhotoSwipe["currSlide"]) => {
      if (slide?.content.isError()) pswp.refreshSlideContent(slide.index);
    };
    pswp.on("change", () => {
      latest.current.onChange(pswp.currIndex);
      retry(pswp.currSlide);
    });
    const backOnline = () => {
      if (!pswp.isDestroying) for (const { slide } of pswp.mainScroll.itemHolders) retry(slide);
    };
    addEventListener("online", backOnline);
    pswp.on("close", () => latest.current.onDismiss());
    const gone = () => latest.current.onGone();
    pswp.on("destroy", gone);
    const waitingKeys = keys.current;
    // Its arrows call these. A turn during the opening animation would leave a black screen or the wrong picture.
    pswp.next = () => turnBy(waitingKeys, 1);
    pswp.prev = () => turnBy(waitingKeys, -1);
    const hearKeys = () => {
      if (pswp.isDestroying) return;
      waitingKeys.step = (by) =>
        pswp.goTo(Math.max(0, Math.min(latest.current.slides.count() - 1, pswp.potentialIndex + by)));
      if (waitingKeys.waiting !== 0) waitingKeys.step(waitingKeys.waiting);
      waitingKeys.waiting = 0;
    };
    // PhotoSwipe places the photos beside the first one only after this event.
    pswp.on("openingAnimationEnd", () => queueMicrotask(hearKeys));

    const host = document.createElement("div");
    host.className = "pswp__hide-on-close";
    // After this round of effects, because React runs them twice in development.
    const opening = setTimeout(() => {
      pswp.init();
      pswp.element?.removeAttribute("role");
      pswp.element?.append(host);
      // A focused control must be visible, also after a tap has hidden the controls.
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

  const { isNarrowed } = setup;
  useEffect(() => {
    frame?.toggleAttribute(narrowedMark, isNarrowed);
    const pswp = shown.current;
    if (!pswp) return;
    const measure = () => !pswp.isDestroying && pswp.updateSize(true);
    // A new size during the opening animation would move the photo out of its place.
    if (pswp.opener.isOpening) pswp.on("openingAnimationEnd", () => queueMicrotask(measure));
    else measure();
  }, [frame, isNarrowed]);

  // Refreshes the open photo and its neighbours when they arrive or when their renditions are ready.
  useEffect(() => {
    const pswp = shown.current;
    if (!pswp || pswp.opener.isOpening || pswp.isDestroying) return;
    for (const index of [pswp.currIndex, pswp.currIndex - 1, pswp.currIndex + 1]) {
      const before = states.current.get(index);
      if (before !== undefined && before !== setup.slides.stateAt(index)) pswp.refreshSlideContent(index);
    }
  });

  return {
    above,
    close() {
      const pswp = shown.current;
      if (!pswp) return setup.onGone();
      // PhotoSwipe cannot close during its opening animation.
      if (pswp.opener.isOpening) pswp.on("openingAnimationEnd", () => pswp.close());
      else pswp.close();
    },
    next() {
      const pswp = shown.current;
      if (!pswp) return false;
      const { count, stateAt } = setup.slides;
      let to = pswp.potentialIndex + 1;
      while (to < count() && pictureless.has(stateAt(to))) to += 1;
      if (to >= count()) return false;
      const isTurning = pswp.opener.isOpening || pswp.potentialIndex !== pswp.currIndex;
      if (!isTurning) pswp.goTo(to);
      return true;
    },
    isLoading: () => shown.current?.currSlide?.content.isLoading() ?? true,
  };
}
