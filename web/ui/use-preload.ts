import { useEffect } from "react";

/** Code that a press will need loads this long after its part of the page, which needs the connection first. In milliseconds. */
const preloadMs = 2000;

/** Calls `load`, always the same function, soon after this render. Touch has no hover that could start loading before the press. */
export function usePreload(load: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const soon = setTimeout(load, preloadMs);
    return () => clearTimeout(soon);
  }, [load, isWanted]);
}
