// Decision 030: why the picker has a window of its own.
import { ApiError, api } from "../../core/api.ts";

/** Says in its message, for people, why nothing was picked. */
export class NotPicked extends Error {}

export const notPicked = {
  blocked: "Failed to open Google Photos Picker. Please check if popups are blocked.",
  closed: "Photo selection was cancelled",
  late: "Photo selection timed out",
} as const;

const pollMs = 1000;
const pollsPerRequest = 2;
const maxMs = 10 * 60_000;
/** After its window has closed, Google may need a moment to report the selection. */
const pollsAfterClosing = 3;

/**
 * Opens an empty window for the picker. It stays connected to this page, so that this page can close it. Returns null if the browser opens
 * none; browsers do so only during a click.
 */
export function openPickerWindow(): Window | null {
  const popup = window.open("about:blank", "_blank", "popup,width=1100,height=800");
  if (!popup) return null;
  popup.document.title = "Google Photos";
  popup.document.body.textContent = "Opening Google Photos...";
  return popup;
}

/**
 * Resolves when the person has finished picking. Rejects with `NotPicked` if the window closes before that or after ten minutes, with the
 * server's error if the selection cannot go on, and with the reason of `signal`.
 */
export async function waitForSelection(popup: Window, sessionId: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + maxMs;
  let closedFor = 0;
  for (let poll = 1; Date.now() < until; poll++) {
    await pause(pollMs, signal);
    // A page of another site may cut its window off from ours, which looks like a closed window. Then our page does not have the focus.
    closedFor = popup.closed && document.hasFocus() ? closedFor + 1 : 0;
    if (poll % pollsPerRequest > 0 && closedFor === 0) continue;
    if (await isPicked(sessionId, signal)) return;
    if (closedFor >= pollsAfterClosing) throw new NotPicked(notPicked.closed);
  }
  // On a phone the picker covers this page, and the system may pause it past the time limit.
  if (!(await isPicked(sessionId, signal))) throw new NotPicked(notPicked.late);
}

/** Returns false also when a request fails, because the next poll asks again. Rejects if the session is over. */
async function isPicked(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await api("GET /api/google-photos/session/:id", { params: { id }, signal, keepsPage: true })).mediaItemsSet;
  } catch (error) {
    const isOver = error instanceof ApiError && [401, 403, 404].includes(error.status);
    if (isOver || signal.aborted) throw error;
    return false;
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
