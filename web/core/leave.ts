import { herePath, serverPaths } from "./link.tsx";
import { toast } from "../ui/toast.ts";

const redirectDelayMs = 500;
let leaving: number | "for good" | undefined;

/** Shows a toast and opens the sign-in page half a second later. Signing in returns to the current page. */
export function goSignIn(): void {
  if (leaving === "for good") return;
  toast({ title: "Unauthorized", text: "You are logged out. Logging in again...", look: "danger" });
  leaving ??= window.setTimeout(() => location.assign(serverPaths.login(herePath())), redirectDelayMs);
}

/**
 * Loads `back` after a sign-in or sign-out. From then on, a late "not signed in" no longer opens the sign-in page.
 * Never resolves, so that the form stays busy until the page unloads.
 */
export function leaveFor(back: string): Promise<never> {
  if (typeof leaving === "number") clearTimeout(leaving);
  leaving = "for good";
  location.assign(back);
  return new Promise(() => {});
}

/** Whether the page loads another one after a sign-in or sign-out. */
export const isLeaving = (): boolean => leaving === "for good";

// A page that returns from the back-forward cache may have to leave again.
addEventListener("pageshow", () => (leaving = undefined));
