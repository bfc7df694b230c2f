import { startTransition, useCallback, useState } from "react";

/**
 * The width of an element in whole CSS pixels, kept up to date; 0 until the browser has laid the element out. Renders that follow a change
 * come in short slices.
 */
export function useWidth(): readonly [ref: (element: HTMLElement | null) => (() => void) | undefined, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      startTransition(() => setWidth(Math.floor(entry?.contentRect.width ?? 0))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
