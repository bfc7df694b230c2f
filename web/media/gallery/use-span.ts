import { useEffect, useState } from "react";
import type { View } from "./use-view.ts";

export interface Span {
  /** From the top of the window to the top of the wall, in CSS pixels. */
  readonly top: number;
  /** The height of the window. */
  readonly window: number;
}

/** The position of a wall in the window, updated once a frame during scrolling. */
export function useSpan(view: View): Span {
  const [{ top, height }, setSpan] = useState({ top: 0, height: innerHeight });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      setSpan({ top: -view.now(), height: innerHeight });
    };
    const schedule = () => (frame ||= requestAnimationFrame(measure));
    const listening = new AbortController();
    for (const change of ["scroll", "resize"])
      addEventListener(change, schedule, { passive: true, signal: listening.signal });
    // It calls once at its start, too, when the layout is known.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      listening.abort();
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [view]);
  return { top, window: height };
}
