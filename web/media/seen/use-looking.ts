import { type RefObject, useEffect, useRef } from "react";

/** So long somebody has to have the gallery before them until they have looked. */
const lookMs = 3000;

interface Looking {
  /** The page is hidden, and may never be shown again. */
  readonly onHide: () => void;
  readonly onShow: () => void;
  /** The viewer goes to another page of ours. */
  readonly onGone: (hasLooked: boolean) => void;
}

/** Watches whether somebody has the gallery around `line` before them for some seconds, and what happens to the page then. */
export function useLooking(line: RefObject<HTMLElement | null>, looking: Looking): void {
  const latest = useRef(looking);
  useEffect(() => {
    latest.current = looking;
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
      if (document.hidden) latest.current.onHide();
      else latest.current.onShow();
    };
    document.addEventListener("visibilitychange", turn);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", turn);
      latest.current.onGone(hasLooked);
    };
  }, [line]);
}
