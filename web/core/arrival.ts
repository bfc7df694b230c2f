// Decision 058: why the app restores scroll positions itself.
// Written by hand because Safari 16 and Firefox 115 lack the Navigation API, which restores scroll position and focus.
import { useEffect } from "react";
import { focusPage } from "../ui/focus-page.ts";

/** Milliseconds to wait at most for a page's title and the target of its anchor. */
const patienceMs = 5000;
/** The scroll position at which each page was left, by path. */
const left = new Map<string, number>();
const noCleanup: () => void = () => undefined;

/** The paths of the current page, and of the page that Back or Forward leads to. */
let shown = "";
let returnedTo: string | undefined;
/** Whether a link opened the present address. Code that replaces the address scrolls on its own. */
let isFollowed = false;

// Both listeners run before the router's, while the old page still has its scroll position. (The router dispatches `pushState`.)
for (const change of ["popstate", "pushState"] as const)
  addEventListener(change, () => {
    if (shown !== "" && shown !== location.pathname) left.set(shown, scrollY);
    returnedTo = change === "popstate" ? location.pathname : undefined;
    isFollowed = change === "pushState";
  });

/**
 * On each page change, scrolls to the top, to the anchor, or after Back to the old position, and moves the
 * focus to the new page's title, so that keyboards and screen readers start there. The first page keeps the focus
 * that the browser set.
 */
export function useArrival(path: string, hash: string): void {
  useEffect(() => {
    history.scrollRestoration = "manual";
    const listening = new AbortController();
    addEventListener("pagehide", () => remember(shown), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  useEffect(() => {
    const before = shown;
    shown = path;
    const isFirst = before === "";
    if (before === path) return hash === "" || (!isFollowed && findAnchor(hash)) ? undefined : arrive(0, hash, false);
    const y = isFirst ? leftBefore(path) : returnedTo === path ? (left.get(path) ?? 0) : 0;
    returnedTo = undefined;
    return arrive(y, hash, !isFirst);
  }, [path, hash]);
}

/** Saves the position for a reload or a return from another site. Without storage the page then begins at its top. */
function remember(path: string): void {
  try {
    sessionStorage.setItem("left", JSON.stringify([path, scrollY]));
  } catch {}
}

/** The saved position after a reload or a return from another site, else 0. */
function leftBefore(path: string): number {
  try {
    const [visit] = performance.getEntriesByType("navigation");
    // The first look into the storage takes a slow phone 20 ms.
    if (visit?.toJSON().type === "navigate") return 0;
    const [where, y] = JSON.parse(sessionStorage.getItem("left") ?? "[]") as [string?, number?];
    return where === path ? (y ?? 0) : 0;
  } catch {
    return 0;
  }
}

/** The element that an anchor names. A malformed anchor such as `#%` names none. */
export function findAnchor(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Scrolls to `y` or the anchor and focuses the title, as soon as both have loaded. Returns a function that stops waiting. */
function arrive(y: number, hash: string, isNew: boolean): () => void {
  const main = document.querySelector("main");
  if (!main) return noCleanup;
  if (isNew) {
    scrollTo(0, y);
    main.focus({ preventScroll: true });
  }
  let isPlaced = y === 0 && hash.length < 2;
  let isTitled = !isNew;

  const place = () => {
    if (y === 0) {
      const anchor = findAnchor(hash);
      anchor?.scrollIntoView();
      return anchor !== null;
    }
    scrollTo(0, y);
    return Math.abs(scrollY - y) < 2;
  };
  const settle = () => {
    isPlaced ||= place();
    if (!isTitled) {
      // A person who moved the focus meanwhile keeps it.
      const waiting = document.activeElement === main || document.activeElement === document.body;
      isTitled = waiting ? focusPage() : main.querySelector("h1") !== null;
    }
    return isPlaced && isTitled;
  };
  if (settle()) return noCleanup;

  const watching = new AbortController();
  const { signal } = watching;
  const watch = new MutationObserver(() => settle() && watching.abort());
  signal.addEventListener("abort", () => watch.disconnect());
  // Not only `main`: the foot of the page comes later, and a page without it can be too short.
  watch.observe(document.body, { childList: true, subtree: true });
  // A person who scrolls meanwhile keeps their position.
  for (const input of ["wheel", "touchmove", "keydown"] as const)
    addEventListener(input, () => (isPlaced = true), { passive: true, signal });
  const patience = setTimeout(() => watching.abort(), patienceMs);
  return () => {
    watching.abort();
    clearTimeout(patience);
  };
}
