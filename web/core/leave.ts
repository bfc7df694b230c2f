import { herePath, serverPaths } from "./paths.ts";
import { toast } from "../ui/toast.ts";

const redirectDelayMs = 500;
let leaving: number | "for good" | undefined;

/** Says that this needs signing in and goes there, once; the way back leads to the page one is on. */
export function goSignIn(): void {
  if (leaving === "for good") return;
  toast({ title: "Unauthorized", text: "You are logged out. Logging in again...", look: "danger" });
  leaving ??= window.setTimeout(() => location.assign(serverPaths.login(herePath())), redirectDelayMs);
}

/**
 * Loads `back` anew, as the person one is now, whatever a call that still ran as the one before comes back with.
 * Never resolves, so that the form stays busy until the page is gone.
 */
export function leaveFor(back: string): Promise<never> {
  if (typeof leaving === "number") clearTimeout(leaving);
  leaving = "for good";
  location.assign(back);
  return new Promise(() => {});
}

// A page that comes back from the browser's memory may have to leave again.
addEventListener("pageshow", () => (leaving = undefined));
