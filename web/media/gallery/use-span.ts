import { useEffect, useState } from "react";
import type { View } from "./use-view.ts";

export interface Span {
  /** From the top of the window to the top of the wall, in CSS pixels. */
  readonly top: number;
  /** The height of the window. */
  readonly window: number;
}

/** Where a wall is in the window, followed as one scrolls, once a frame. */
export function useSpan(view: View): Span {
  const [{ top, height }, setSpan] = useState({ top: 0, height: innerHeight });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      setSpan({ top: -view.now(), height: innerHeight });
    };
    const soon = () => (frame ||= requestAnimationFrame(measure));
    measure();
    const listening = new AbortController();
    for (const change of ["scroll", "resize"])
      addEventListener(change, soon, { passive: true, signal: listening.signal });
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };
  }, [view]);
  return { top, window: height };
}
