import { cx } from "./class-names.ts";
import type { Toast } from "./toast.ts";

/** The classes of toasts. `Toaster` and `ToastTray` share them, so that a toast keeps its place when the tray has loaded. */
export const trayLook =
  "fixed inset-x-0 top-0 z-[60] m-0 grid list-none gap-2 p-4 empty:outline-none pt-[max(1rem,env(safe-area-inset-top))] sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:w-full md:max-w-[420px]";
export const toastLook = (look: Toast["look"]): string =>
  cx(
    "edge flex items-center gap-3 rounded-card p-4 shadow-soft",
    look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main",
  );
export const toastWords = {
  box: "grid min-w-0 flex-1 gap-0.5",
  title: "font-bold wrap-anywhere",
  text: "text-sm wrap-anywhere",
} as const;
export const toastActionLook = "min-h-11 shrink-0 rounded-full border-2 border-current px-4 text-sm font-bold";
export const toastCloseLook = "-mr-1.5 grid size-11 shrink-0 place-items-center rounded-full";

/** Sets `--toast-end` to the lower end of the toasts in a tray, so that bottom sheets on a phone stay below them. */
export function publishEnd(tray: HTMLElement | null) {
  if (!tray) return undefined;
  const { style } = document.documentElement;
  const tell = () => {
    const last = tray.lastElementChild;
    if (last instanceof HTMLElement) style.setProperty("--toast-end", `${last.offsetTop + last.offsetHeight}px`);
    else style.removeProperty("--toast-end");
  };
  const watching = new ResizeObserver(tell);
  watching.observe(tray);
  return () => watching.disconnect();
}

/** Drawn here because the first page needs no icon library. */
export const Cross = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" width="20" className="stroke-current stroke-2">
    <path strokeLinecap="round" d="M18 6 6 18M6 6l12 12" />
  </svg>
);
