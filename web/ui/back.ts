// Written by hand because Safari 16 and Firefox 115 lack the Navigation API, which lets Back close a layer.
import { useEffect, useRef } from "react";

/** The numbers of the open layers, which their history entries carry. The latest is last. */
const layers = new Set<number>();
let made = 0;
let isOurs = false;

// Opening another page closes the layers. (The router dispatches `pushState`.)
addEventListener("pushState", () => !isOurs && layers.clear());

function layerOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "layer" in state ? state.layer : undefined;
}

/**
 * While a layer is open above the page, Back closes it and keeps the page, as people expect of Android's back gesture. The layer is
 * a history entry, which is removed when the layer closes another way.
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
    // The timeout waits until after this round of effects, because React runs effects twice in development.
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

/** Removes the history entry that was made at `href`, and keeps the current address if it changed since. */
function backKeeping(href: string): void {
  const now = location.href;
  // This listener captures, so it runs before the router's.
  const keep = () => history.replaceState(history.state, "", now);
  if (now !== href) addEventListener("popstate", keep, { once: true, capture: true });
  history.back();
}

/** Goes back one page, past all open layers. */
export function stepBack(): void {
  const above = layers.size;
  layers.clear();
  history.go(-1 - above);
}
