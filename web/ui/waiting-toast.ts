import { type Toast, toast } from "./toast.ts";

const place = "toast";

/** Shows a toast on the next document. It cannot carry an `action`. */
export const toastOnArrival = (message: Omit<Toast, "action">): void =>
  sessionStorage.setItem(place, JSON.stringify(message));

/** Shows the toast that the previous document left. */
export function showWaitingToast(): void {
  const message = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  if (message) toast(JSON.parse(message));
}
