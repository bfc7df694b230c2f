import { type Toast, toast } from "./toast.ts";

const place = "toast";

/** Shows a toast on the page that is about to be loaded anew; without an `action`, which would not survive that. */
export const toastOnArrival = (message: Omit<Toast, "action">): void =>
  sessionStorage.setItem(place, JSON.stringify(message));

/** Shows what the page before left to say. */
export function showWaitingToast(): void {
  const message = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  if (message) toast(JSON.parse(message));
}
