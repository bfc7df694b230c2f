import { useRef } from "react";
import { focusPage } from "./focus-page.ts";

/**
 * Handlers that bring the focus back to where it was before a dialog opened, or to the new page when the
 * dialog led to one. (Left alone, a dialog that was not opened by its own trigger drops the focus.)
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
      // What opened it may be gone with what was done in it.
      if (path !== location.pathname || opener?.isConnected === false) focusPage();
      else if (opener instanceof HTMLElement) opener.focus();
    },
  };
}
