import { type RefObject, useEffect, useState } from "react";

export interface Span {
  /** From the top of the window to the top of the element, in CSS pixels. */
  readonly top: number;
  /** The height of the window. */
  readonly window: number;
  /** As `top`, at this very moment. */
  readonly now: () => number;
}

/** Where an element is in the window, followed as one scrolls, once a frame. */
export function useSpan(element: RefObject<HTMLElement | null>): Span {
  const now = () => element.current?.getBoundingClientRect().top ?? 0;
  const [{ top, height }, setSpan] = useState({ top: 0, height: innerHeight });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      setSpan({ top: element.current?.getBoundingClientRect().top ?? 0, height: innerHeight });
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
  }, [element]);
  return { top, window: height, now };
}
