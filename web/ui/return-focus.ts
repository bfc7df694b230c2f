import { useRef } from "react";
import { focusPage } from "./focus-page.ts";

/**
 * Handlers that return the focus to the element that had it before a dialog opened, or to the new page if the
 * dialog opened one. (Without them, a Radix dialog without a trigger loses the focus.)
 */
export function useReturnFocus() {
  const before = useRef<{ opener: Element | null; path: string }>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = { opener: document.activeElement, path: location.pathname };
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { opener, path } = before.current ?? {};
      // The opener may have disappeared meanwhile.
      if (path !== location.pathname || opener?.isConnected === false) focusPage();
      else if (opener instanceof HTMLElement) opener.focus();
    },
  };
}
