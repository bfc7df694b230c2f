// Written by hand because Safari 16 and Firefox 115 lack the Navigation API: it lets a step back close a layer.
import { useEffect, useRef } from "react";

/** The steps in the history that stand for something open above the page, the latest last. */
const layers = new Set<number>();
let made = 0;
let isOurs = false;

// Whoever goes on to another page leaves what was open. (The router tells of `pushState`.)
addEventListener("pushState", () => !isOurs && layers.clear());

function layerOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "layer" in state ? state.layer : undefined;
}

/**
 * While something is open above the page, going back closes it and stays on the page: Android's back gesture means what is on top. It is
 * a step in the history, taken back when it closes in another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = (made += 1);
    const { href } = location;
    // After this round of effects: React may run it twice while one develops.
    const opening = setTimeout(() => {
      isOurs = true;
      history.pushState({ ...(history.state as object | null), layer }, "");
      isOurs = false;
      layers.add(layer);
    });
    const hear = () => {
      if (layerOf(history.state) === layer || [...layers].at(-1) !== layer) return;
      layers.delete(layer);
      latest.current();
    };
    addEventListener("popstate", hear);
    return () => {
      clearTimeout(opening);
      removeEventListener("popstate", hear);
      if (layers.delete(layer)) backKeeping(href);
    };
  }, [isOpen]);
}

/** Goes back by the step that was made at `href`. Where the address has changed since, it stays as it is now. */
function backKeeping(href: string): void {
  const now = location.href;
  // Before the router hears of it.
  const keep = () => history.replaceState(history.state, "", now);
  if (now !== href) addEventListener("popstate", keep, { once: true, capture: true });
  history.back();
}

/** Goes one step back, past all that is open above the page. */
export function stepBack(): void {
  const above = layers.size;
  layers.clear();
  history.go(-1 - above);
}
