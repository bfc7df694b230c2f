// Decision 084: how a page ends whose person is not logged in any more. It loads when a call is refused.
import { watchReadOnly } from "./watch-read-only.ts";
import { goSignIn, isLeaving } from "./leave.ts";
import { emptyStore } from "./device/store.ts";
import { sessionOver } from "./session-over.ts";
import { forgetTyped, keepTyped } from "../ui/typed.ts";
import { wait } from "../ui/wait.ts";
import { toastOnArrival } from "../ui/waiting-toast.ts";

/** How long a refused call waits for the page to leave. It stays if the person wants to stay, for the sake of an upload. */
const leavingMs = 10_000;
/** A page that has just turned over waits before it turns over again, so that no fault makes it load without pause. */
const againMs = 5000;
/** The document of a page that turned over begins sooner. */
const loadMs = 1000;
const place = "turned-over";

let isTurning = false;

/** Answers a refused call of this page: a site that is read-only says so on the page, and the page of a session that is over leaves. */
export async function onRefused(code: string, keepsPage?: boolean): Promise<void> {
  // The refused call does not wait for what the page shows of it.
  if (code === "read_only") void watchReadOnly();
  else await leaveIfOver(code, keepsPage);
}

/**
 * Leaves the page if a call was refused because its person is not logged in any more: to sign-in, and back to what was typed; or, if somebody else is
 * logged in, to the same page as theirs. Resolves when the page has not left after all.
 */
async function leaveIfOver(code: string, keepsPage = false): Promise<void> {
  if (code === "other_person") turnOver();
  else if (code === "not_signed_in" && !keepsPage) signIn();
  else return;
  await emptyStore().catch(() => undefined);
  await wait(leavingMs);
}

function signIn(): void {
  sessionOver.set(true);
  keepTyped();
  goSignIn();
}

function turnOver(): void {
  if (isTurning || isLeaving()) return;
  isTurning = true;
  forgetTyped();
  setTimeout(() => {
    noteTurn();
    toastOnArrival({ title: "Somebody else is logged in here now", text: "This page was loaded anew for them." });
    location.reload();
  }, msUntilTurn());
}

/** Where the browser blocks storage, no page knows of the one before. */
function msUntilTurn(): number {
  try {
    const turnedAt = Number(sessionStorage.getItem(place));
    const hasJustTurned = performance.timeOrigin - turnedAt < loadMs && Date.now() - turnedAt < againMs;
    return hasJustTurned ? againMs : 0;
  } catch {
    return 0;
  }
}

function noteTurn(): void {
  try {
    sessionStorage.setItem(place, String(Date.now()));
  } catch {}
}
