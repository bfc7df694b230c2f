import { useEffect, useState } from "react";
import type { View } from "./use-view.ts";

/** A stretch of a wall, from its top, in CSS pixels. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** So far around what is seen things are there already. */
const around = 900;
/** A band changes in steps, so that most scrolling changes nothing. */
const step = 300;

/** The stretch of a wall that is in the window, or soon will be. */
export function useBand(view: View): Band {
  const [band, setBand] = useState<Band>({ top: -around, bottom: innerHeight + around });
  useEffect(() => {
    const measure = () => {
      const top = view.now();
      const next = {
        top: Math.floor((top - around) / step) * step,
        bottom: Math.ceil((top + innerHeight + around) / step) * step,
      };
      setBand((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
    };
    measure();
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    addEventListener("scroll", measure, options);
    addEventListener("resize", measure, options);
    // What stands above may grow or shrink, as a page does while it loads.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      listening.abort();
      watch.disconnect();
    };
  }, [view]);
  return band;
}
