import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** The turns asked of the viewer since a photo was requested, by key or by its arrows. */
export interface ViewerKeys {
  /** Steps that wait until the viewer can turn. */
  waiting: number;
  /** Set by the viewer once it can turn. */
  step: ((by: number) => void) | undefined;
  /** Closes what lies above the photo, and returns whether something did. Set by the viewer. */
  closeAbove?: () => boolean;
}

/** Turns by this many photos, or remembers it until the viewer can turn. */
export function turnBy(keys: ViewerKeys, by: number): void {
  if (keys.step) keys.step(by);
  else keys.waiting += by;
}

/** Whether Escape belongs to what has the focus, such as an open list. */
export const hasOwnEscape = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-own-escape]") !== null;

/** The attribute of the viewer's own frame. */
export const frameMark = "data-viewer";

/**
 * Handles Escape and the arrow keys from the moment a photo is requested. Until then the viewer's code may still load, and PhotoSwipe
 * ignores keys before its opening animation is over.
 */
export function useViewerKeys(isWanted: boolean, onEscape: () => void): RefObject<ViewerKeys> {
  const keys = useRef<ViewerKeys>({ waiting: 0, step: undefined });
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isWanted) return undefined;
    keys.current.waiting = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Keys in a dialog or toast above the viewer belong to it.
      const isElsewhere =
        target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu], [role=region] li");
      if (isElsewhere && !isElsewhere.hasAttribute(frameMark)) return;
      // The controls of a video use the arrow keys themselves.
      if (target instanceof HTMLMediaElement && key !== "Escape") return;
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (by === 0 && key !== "Escape") return;
      // The keys of a text belong to it, and a button beside the photo turns nothing.
      if (by !== 0 && target instanceof Element && target.closest("[data-talk-panel]")) return;
      if (key === "Escape" && hasOwnEscape(target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key !== "Escape") turnBy(keys.current, by);
      else if (keys.current.closeAbove?.() !== true) escape();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [isWanted]);
  return keys;
}
