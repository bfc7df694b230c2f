import { keyHeader } from "#contract/key-header.ts";
import { send } from "../api.ts";
import type { MadeCall } from "./entry.ts";

/**
 * Makes a call with its key and returns the answer. It arrives even if the page closes or loads anew meanwhile. `isLater`: nobody waits
 * for it, so no answer leads to sign-in.
 */
export async function sendMade({ id, call, of, body }: MadeCall, isLater = false): Promise<unknown> {
  const input = { params: { id: of }, body, keepsPage: isLater, keepalive: true };
  return (await send(call, input, { [keyHeader]: `"${id}"` })).json();
}
