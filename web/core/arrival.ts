// Decision 058: why the app restores scroll positions itself.
// Written by hand because Safari 16 and Firefox 115 lack the Navigation API: it restores scroll position and focus.
import { useEffect } from "react";
import { focusPage } from "../ui/focus-page.ts";

/** How long a page may take to show its title, and what one came for, before it is left as it is. */
const patienceMs = 5000;
/** How far down each page was left, by its path. */
const left = new Map<string, number>();
const handled: () => void = () => undefined;

/** The page that is shown, and the page that going back or forth has led to. */
let shown = "";
let returnedTo: string | undefined;

// Both listen before the router does: the page that is left still stands, where one left it. (The router tells of `pushState`.)
for (const change of ["popstate", "pushState"] as const)
  addEventListener(change, () => {
    if (shown !== "" && shown !== location.pathname) left.set(shown, scrollY);
    returnedTo = change === "popstate" ? location.pathname : undefined;
  });

/**
 * On each change of page: scrolls to the top (to the anchor; back to where one was, on the way back), and moves the
 * focus to the new page's title, so that the keyboard and screen readers start there. The first page keeps the focus
 * as the browser set it.
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
    if (before === path) return hash === "" || anchorOf(hash) ? undefined : arrive(0, hash, false);
    const y = isFirst ? leftBefore(path) : returnedTo === path ? (left.get(path) ?? 0) : 0;
    returnedTo = undefined;
    return arrive(y, hash, !isFirst);
  }, [path, hash]);
}

/** For a document that is loaded again, or come back to from another site. Without storage it begins at its top. */
function remember(path: string): void {
  try {
    sessionStorage.setItem("left", JSON.stringify([path, scrollY]));
  } catch {}
}

function leftBefore(path: string): number {
  try {
    const [visit] = performance.getEntriesByType("navigation");
    const [where, y] = JSON.parse(sessionStorage.getItem("left") ?? "[]") as [string?, number?];
    return visit?.toJSON().type !== "navigate" && where === path ? (y ?? 0) : 0;
  } catch {
    return 0;
  }
}

const anchorOf = (hash: string) => document.getElementById(decodeURIComponent(hash.slice(1)));

function arrive(y: number, hash: string, isNew: boolean): () => void {
  const main = document.querySelector("main");
  if (!main) return handled;
  if (isNew) {
    scrollTo(0, y);
    main.focus({ preventScroll: true });
  }
  let isPlaced = y === 0 && hash.length < 2;
  let isTitled = !isNew;

  const place = () => {
    if (y === 0) {
      const anchor = anchorOf(hash);
      anchor?.scrollIntoView();
      return anchor !== null;
    }
    scrollTo(0, y);
    return Math.abs(scrollY - y) < 2;
  };
  const settle = () => {
    isPlaced ||= place();
    if (!isTitled) {
      // Whoever has moved on by keyboard meanwhile is left where they are.
      const waiting = document.activeElement === main || document.activeElement === document.body;
      isTitled = waiting ? focusPage() : main.querySelector("h1") !== null;
    }
    return isPlaced && isTitled;
  };
  if (settle()) return handled;

  const watching = new AbortController();
  const { signal } = watching;
  const watch = new MutationObserver(() => settle() && watching.abort());
  signal.addEventListener("abort", () => watch.disconnect());
  watch.observe(main, { childList: true, subtree: true });
  // Whoever scrolls by themselves is not pulled back.
  for (const hand of ["wheel", "touchmove", "keydown"] as const)
    addEventListener(hand, () => (isPlaced = true), { passive: true, signal });
  const patience = setTimeout(() => watching.abort(), patienceMs);
  return () => {
    watching.abort();
    clearTimeout(patience);
  };
}
