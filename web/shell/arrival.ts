import { useEffect, useRef } from "react";
import { focusPage } from "../ui/focus-page.ts";

/** How long a page may take to show its title before focus stays on `main`. */
const patienceMs = 5000;

/**
 * On each change of page: scrolls to the top (or to the anchor), and moves the focus to the new page's title,
 * so that the keyboard and screen readers start there. The first page is left as the browser opened it.
 */
export function useArrival(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    history.scrollRestoration = "manual";
    if (before.current === path) return undefined;
    before.current = path;
    return arrive();
  }, [path]);
}

function arrive(): () => void {
  const main = document.querySelector("main");
  if (!main) return () => {};
  scrollTo(0, 0);
  main.focus({ preventScroll: true });

  const settle = () => {
    const anchor = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    anchor?.scrollIntoView();
    // Whoever has moved on by keyboard meanwhile is left where they are.
    const waiting = document.activeElement === main || document.activeElement === document.body;
    const titled = waiting ? focusPage() : main.querySelector("h1") !== null;
    return titled && (location.hash.length < 2 || anchor !== null);
  };
  if (settle()) return () => {};

  const watch = new MutationObserver(() => settle() && watch.disconnect());
  watch.observe(main, { childList: true, subtree: true });
  const patience = setTimeout(() => watch.disconnect(), patienceMs);
  return () => {
    watch.disconnect();
    clearTimeout(patience);
  };
}
