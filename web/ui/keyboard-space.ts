import { useEffect } from "react";

/**
 * While `isOn`, keeps the height of the on-screen keyboard in `--keyboard`. Safari lays the keyboard over the page, and it would cover
 * elements that are fixed to the lower edge. In browsers that shrink the page instead, the height is 0.
 */
export function useKeyboardSpace(isOn: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!isOn || !view) return undefined;
    const root = document.documentElement;
    const measure = () => {
      // A page that a person has zoomed has a small view without any keyboard.
      const height = view.scale === 1 ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
      root.style.setProperty("--keyboard", `${height}px`);
    };
    const listening = new AbortController();
    for (const change of ["resize", "scroll"]) view.addEventListener(change, measure, { signal: listening.signal });
    measure();
    return () => {
      listening.abort();
      root.style.removeProperty("--keyboard");
    };
  }, [isOn]);
}
