import { type Toast, toast } from "./toast.ts";

const place = "toast";

/** Shows a toast on the next document, or no toast where the browser blocks storage. It cannot carry an `action`. */
export function toastOnArrival(message: Omit<Toast, "action">): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(message));
  } catch {}
}

/** Shows the toast that the previous document left, if any. */
export function showWaitingToast(): void {
  try {
    const message = sessionStorage.getItem(place);
    sessionStorage.removeItem(place);
    if (message) toast(JSON.parse(message));
  } catch {}
}
