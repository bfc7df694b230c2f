import { cx } from "./class-names.ts";
import type { Toast } from "./toast.ts";

/** The classes of a toast. `Toaster` and `ToastTray` share them, so that a toast keeps its place when the tray has loaded. */
export const toastLook = (look: Toast["look"]): string =>
  cx("toast", look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main");
