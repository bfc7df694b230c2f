import { useEffect, useState } from "react";
import type { View } from "./use-view.ts";

/** A vertical range of a wall, in CSS pixels from its top. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** How far beyond the window photos are in the page. */
const overscan = 900;
/** A band moves in steps, so that most scroll events change nothing. */
const step = 300;

/** The range of a wall in and near the window. */
export function useBand(view: View): Band {
  const [band, setBand] = useState<Band>({ top: -overscan, bottom: innerHeight + overscan });
  useEffect(() => {
    const measure = () => {
      const top = view.now();
      const next = {
        top: Math.floor((top - overscan) / step) * step,
        bottom: Math.ceil((top + innerHeight + overscan) / step) * step,
      };
      setBand((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    addEventListener("scroll", measure, options);
    addEventListener("resize", measure, options);
    // It calls once at its start, too. Content above the wall may grow or shrink while the page loads.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      listening.abort();
      watch.disconnect();
    };
  }, [view]);
  return band;
}
