import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { squeezeOf } from "./squeeze.ts";

/** Which part of a wall the window shows, also of one that is taller than an element can be. In CSS pixels of the wall. */
export interface View {
  /** How far below the wall's top the window begins, at this very moment. */
  readonly now: () => number;
  /** Brings this place of the wall to the top of the window. */
  readonly scrollTo: (y: number) => void;
}

/** How long nothing moves until one has stopped scrolling, in milliseconds. */
const restMs = 200;

/**
 * Scrolling by hand moves a wall pixel by pixel, whatever its height: `shift` says how far its pixels lie above those of its element. A leap
 * (by the scrollbar, by going back) goes where the same share of the wall is, and whoever rests is brought there too, unseen.
 */
export function openView(element: RefObject<HTMLElement | null>) {
  let squeeze = squeezeOf(0);
  let [shift, before, resting] = [0, 0, 0];
  let tell = () => {};
  const at = () => -(element.current?.getBoundingClientRect().top ?? 0);
  const now = () => at() + shift;
  const setShift = (next: number) => {
    if (next === shift) return;
    shift = next;
    tell();
  };
  const scrollTo = (y: number) => {
    const to = squeeze.toElement(y);
    setShift(y - to);
    scrollBy({ top: to - at(), behavior: "instant" });
    before = at();
  };
  const rest = () => {
    if (Math.abs(squeeze.toElement(now()) - at()) > 1) scrollTo(now());
  };
  const follow = () => {
    if (!squeeze.isSqueezed) return;
    const reached = at();
    if (Math.abs(reached - before) > 2 * innerHeight) setShift(squeeze.toWall(reached) - reached);
    before = reached;
    clearTimeout(resting);
    resting = window.setTimeout(rest, restMs);
  };
  return {
    now,
    scrollTo,
    fit(height: number) {
      squeeze = squeezeOf(height);
      before = at();
      if (!squeeze.isSqueezed) setShift(0);
    },
    shift: () => shift,
    subscribe(listener: () => void) {
      tell = listener;
      return () => (tell = () => {});
    },
    listen() {
      addEventListener("scroll", follow, { passive: true });
      return () => {
        removeEventListener("scroll", follow);
        clearTimeout(resting);
      };
    },
  };
}

/** Follows what is seen of a wall of this height. Comes before whatever asks `view` as one scrolls. */
export function useView(element: RefObject<HTMLElement | null>, height: number) {
  const [view] = useState(() => openView(element));
  const shift = useSyncExternalStore(view.subscribe, view.shift);
  useLayoutEffect(() => view.fit(height), [view, height]);
  useEffect(() => view.listen(), [view]);
  return { view, shift, elementHeight: squeezeOf(height).height };
}
