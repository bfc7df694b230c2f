import PhotoSwipe, { type SlideData } from "photoswipe";
import "photoswipe/dist/photoswipe.css";
import "./viewer.css";
import { useEffect, useRef, useState } from "react";

export interface Slides {
  /** How many there are now; may grow at the end. */
  readonly count: () => number;
  readonly at: (index: number) => SlideData;
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
  readonly onChange: (index: number) => void;
  /** The person swiped it away, tapped beside the photo or pressed Escape. */
  readonly onDismiss: () => void;
  /** The last of the closing animation is over. */
  readonly onGone: () => void;
}

/**
 * Shows photos in a frame: swipe, pinch, double tap, arrow keys. Answers the place for what floats above
 * them, and how to close.
 */
export function usePhotoSwipe(stage: Stage): { readonly above: HTMLElement | null; readonly close: () => void } {
  const latest = useRef(stage);
  useEffect(() => {
    latest.current = stage;
  });
  const shown = useRef<PhotoSwipe>(undefined);
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const { frame, set } = stage;

  useEffect(() => {
    if (!frame) return undefined;
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
      close: false,
      zoom: false,
      counter: false,
      arrowPrevTitle: "Previous photo",
      arrowNextTitle: "Next photo",
      errorMsg: "This photo did not load.",
    });
    pswp.addFilter("numItems", () => latest.current.slides.count());
    pswp.addFilter("itemData", (_, index) => latest.current.slides.at(index));
    pswp.addFilter("thumbEl", (_, __, index) => latest.current.slides.thumbAt(index) as HTMLElement);
    pswp.on("change", () => latest.current.onChange(pswp.currIndex));
    pswp.on("close", () => latest.current.onDismiss());
    const gone = () => latest.current.onGone();
    pswp.on("destroy", gone);
    pswp.on("keydown", (event) => {
      const { target, key } = event.originalEvent;
      // Keys typed into a dialog or toast above belong to it.
      const isOurs = target === document.body || (target instanceof Node && frame.contains(target));
      if (!isOurs) event.preventDefault();
      // The dialog hears Escape too, but not while a toast stands in front of it.
      else if (key === "Escape") latest.current.onDismiss();
    });

    const host = document.createElement("div");
    host.className = "pswp__hide-on-close";
    // After this round of effects: React may run it twice while one develops.
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
      pswp.off("destroy", gone);
      pswp.isDestroying = true;
      pswp.destroy();
    };
  }, [frame, set]);

  const close = () => {
    const pswp = shown.current;
    if (!pswp) return stage.onGone();
    // It cannot turn round while it opens.
    if (pswp.opener.isOpening) pswp.on("openingAnimationEnd", () => pswp.close());
    else pswp.close();
  };
  return { above, close };
}
