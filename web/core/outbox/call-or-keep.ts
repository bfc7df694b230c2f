import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { ApiError, isUnreached } from "../api.ts";
import type { Call, KeptCall, MadeCall } from "./entry.ts";
import { newKey } from "./new-key.ts";
import { openOutbox } from "./outbox.ts";
import { sendMade } from "./send-made.ts";

/**
 * Makes a call and returns its answer. Where the server is not reached, or something else waits already, the call waits on this device:
 * then it returns undefined. Rejects as `api` does if the server refuses it, or the device cannot keep it.
 */
export async function callOrKeep<N extends KeptCall>(
  call: N,
  made: Omit<Call<N>, "id" | "call">,
): Promise<Answer<Calls[N]> | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript joins no union with a field
  const entry = { ...made, id: newKey(), call } as unknown as MadeCall;
  const outbox = await openOutbox();
  const keep = async (isTried: boolean) => {
    await outbox?.keep(entry, isTried);
    return outbox !== undefined;
  };
  const isToWait = !navigator.onLine || outbox?.hasWaiting() === true;
  if (isToWait && (await keep(false).catch(() => false))) return undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract says what the call answers
    return (await sendMade(entry)) as Answer<Calls[N]>;
  } catch (error) {
    if (!isUnreached(error)) throw error;
    if (await keep(true).catch(() => false)) return undefined;
    throw new ApiError(0, error.code, cannotKeep, { cause: error });
  }
}

/** Opens the outbox ahead of the first call, which then goes out at once. */
export const readyOutbox = async (): Promise<void> => void (await openOutbox());

const cannotKeep = "You seem to be offline, and this device cannot keep it for later. Please try again.";
