import { type RefObject, useLayoutEffect } from "react";
import { focusPage } from "./focus-page.ts";

/** Moves the focus to the page's title when `part` disappears with the focus in it. Browsers would leave it nowhere. */
export function useFocusAfter(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, [part]);
}
