import { ApiError } from "../core/api.ts";
import { createStore } from "../ui/store.ts";

/** Whether calls of the admin page wait for a proof of the owner, for which the page shows a form. */
export const isProofAsked = createStore(false);

interface Waiting {
  readonly goOn: () => void;
  readonly giveUp: () => void;
}
let waiting: readonly Waiting[] = [];

/** Lets all calls that wait go on, or fail. */
function end(how: keyof Waiting): void {
  const all = waiting;
  waiting = [];
  isProofAsked.set(false);
  for (const one of all) one[how]();
}

/** Makes all calls that wait for a proof once more. Call it after a proof. */
export const goOnProven = (): void => end("goOn");

/** Fails all calls that wait for a proof, so that none of them runs after the page was left. */
export const dropUnproven = (): void => end("giveUp");

/**
 * Makes a call of the admin page. If the server refuses it for want of a proof, it has done nothing: the call waits for the proof, and is
 * then made once more.
 */
export async function proven<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "proof_needed") throw error;
    await new Promise<void>((goOn, fail) => {
      waiting = [...waiting, { goOn, giveUp: () => fail(error) }];
      isProofAsked.set(true);
    });
    return proven(call);
  }
}
