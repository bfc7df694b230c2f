import { cx } from "./class-names.ts";
import type { Toast } from "./toast.ts";

/** The classes of a toast. `Toaster` and `ToastTray` share them, so that a toast keeps its place when the tray has loaded. */
export const toastLook = (look: Toast["look"]): string => cx("toast", look === "danger" && "toast-danger");

/** Drawn here because the first page needs no icon library. */
export const Cross = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" width="20" className="stroke-current stroke-2">
    <path strokeLinecap="round" d="M18 6 6 18M6 6l12 12" />
  </svg>
);
