import { type RefObject, useEffect, useRef } from "react";

/** The keys that were pressed for a viewer, from the moment a photo was asked for. */
export interface ViewerKeys {
  /** Steps to take once the viewer can take them. */
  waiting: number;
  /** Set by the viewer when it can. */
  step: ((by: number) => void) | undefined;
}

/** Marks the viewer's own frame. */
export const frameMark = "data-viewer";

/**
 * Hears Escape and the arrows for the viewer as soon as a photo is asked for: the code of the viewer may still be on its way, and
 * PhotoSwipe itself hears no key before its opening animation is over.
 */
export function useViewerKeys(isWanted: boolean, onEscape: () => void): RefObject<ViewerKeys> {
  const keys = useRef<ViewerKeys>({ waiting: 0, step: undefined });
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    keys.current.waiting = 0;
    const hear = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Keys typed into a dialog or toast above belong to it.
      const isElsewhere =
        target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu], [role=region] li");
      if (isElsewhere && !isElsewhere.hasAttribute(frameMark)) return;
      // A film's own controls have a use for arrows.
      if (target instanceof HTMLMediaElement && key !== "Escape") return;
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (by === 0 && key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") escape.current();
      else if (keys.current.step) keys.current.step(by);
      else keys.current.waiting += by;
    };
    document.addEventListener("keydown", hear, { capture: true });
    return () => document.removeEventListener("keydown", hear, { capture: true });
  }, [isWanted]);
  return keys;
}
