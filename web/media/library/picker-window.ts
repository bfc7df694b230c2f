// Decision 030: why the picker has a window of its own.
import { ApiError, api } from "../../core/api.ts";

/** Why nothing was picked: its message is for people. */
export class NotPicked extends Error {}

export const notPicked = {
  blocked: "Failed to open Google Photos Picker. Please check if popups are blocked.",
  closed: "Photo selection was cancelled",
  late: "Photo selection timed out",
} as const;

const lookMs = 1000;
const looksPerQuestion = 2;
const mostMs = 10 * 60_000;
/** Google may need a moment to tell us of what was picked after its window has closed. */
const looksAfterClosing = 3;

/** An empty window for the picker, which keeps its tie to this page: without it nobody here could close it. Only within a press of a button do browsers open one; null when they do not. */
export function openPickerWindow(): Window | null {
  const popup = window.open("about:blank", "_blank", "popup,width=1100,height=800");
  if (!popup) return null;
  popup.document.title = "Google Photos";
  popup.document.body.textContent = "Opening Google Photos...";
  return popup;
}

/**
 * Resolves when everything is picked. Rejects with `NotPicked` when the window was closed before, or after ten minutes; with the
 * server's refusal when the selection cannot go on; and with the reason of `signal`.
 */
export async function untilPicked(popup: Window, sessionId: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + mostMs;
  let closedFor = 0;
  for (let look = 1; Date.now() < until; look++) {
    await pause(lookMs, signal);
    // A page of another site may cut its window off from ours, which looks like closing it. Then we do not have the focus.
    closedFor = popup.closed && document.hasFocus() ? closedFor + 1 : 0;
    if (look % looksPerQuestion > 0 && closedFor === 0) continue;
    if (await isPicked(sessionId, signal)) return;
    if (closedFor >= looksAfterClosing) throw new NotPicked(notPicked.closed);
  }
  // On a phone the picker covers this page, and the system stops its clock.
  if (!(await isPicked(sessionId, signal))) throw new NotPicked(notPicked.late);
}

/** A question that got no answer is asked again with the next look. */
async function isPicked(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await api("GET /api/google-photos/session/:id", { params: { id }, signal })).mediaItemsSet;
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
