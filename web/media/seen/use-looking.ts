import { type RefObject, useEffect, useRef } from "react";

/** So long somebody has to have the gallery before them until they have looked. */
const lookMs = 3000;

/**
 * Calls `onLeave` when somebody leaves the page who has had its gallery before them for some seconds: to another page of ours (`isGone`),
 * or for now. `onStay` is called if they come back to it.
 */
export function useLooking(
  line: RefObject<HTMLElement | null>,
  onLeave: (isGone: boolean) => void,
  onStay: () => void,
): void {
  const latest = useRef({ onLeave, onStay });
  useEffect(() => {
    latest.current = { onLeave, onStay };
  });
  useEffect(() => {
    let [isInWindow, hasLooked] = [false, false];
    let timer = 0;
    const watch = () => {
      clearTimeout(timer);
      if (isInWindow && !document.hidden) timer = window.setTimeout(() => (hasLooked = true), lookMs);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        isInWindow = entry?.isIntersecting === true;
        watch();
      },
      { rootMargin: "-25% 0px" },
    );
    const gallery = line.current?.closest("#gallery");
    if (gallery) observer.observe(gallery);
    const turn = () => {
      watch();
      if (!hasLooked) return;
      // Hidden pages may end without another event, above all on phones.
      if (document.hidden) latest.current.onLeave(false);
      else latest.current.onStay();
    };
    document.addEventListener("visibilitychange", turn);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", turn);
      if (hasLooked) latest.current.onLeave(true);
    };
  }, [line]);
}
