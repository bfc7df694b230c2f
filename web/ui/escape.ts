import { useEffect, useRef } from "react";

/** The close functions of open dialogs, the top one last. */
const open: (() => void)[] = [];

/** While `isOpen`, an Escape that a toast receives calls `close`. */
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
