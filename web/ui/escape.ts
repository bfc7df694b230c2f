import { useEffect, useRef } from "react";

/** The close functions of open dialogs, the top one last. */
const open: (() => void)[] = [];

/** While `isOpen`, `escape` calls `close`. Radix gives Escape to the newest layer, which may be a toast instead of the dialog. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const own = () => latest.current();
    open.push(own);
    return () => void open.splice(open.indexOf(own), 1);
  }, [isOpen]);
}

/** Closes the dialog on top, if there is one. */
export const escape = (): void => open.at(-1)?.();
