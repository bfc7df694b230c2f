import { randomUUID } from "node:crypto";
import { Problem } from "../../platform/http/problem.ts";

/** Who works on an upload, among all servers: whoever holds it, until some seconds after they last said so. */
export interface HoldStore {
  take(id: string, holder: string, seconds: number): Promise<boolean>;
  renew(id: string, holder: string, seconds: number): Promise<boolean>;
  release(id: string, holder: string): Promise<void>;
}

/** A server that died holds on for so long. */
const holdSeconds = 6;
const renewMs = 2000;

/** Does work on an upload that nobody else does meanwhile, on any server; refuses while somebody does. `onLost`: another one may take over. */
export async function hold<T>(
  store: HoldStore,
  id: string,
  onLost: () => void,
  work: (holder: string) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  if (!(await store.take(id, holder, holdSeconds))) throw busy();
  // Without a word from the database another server may take over.
  const renew = () => store.renew(id, holder, holdSeconds).catch(() => false);
  const renewing = setInterval(() => void renew().then((isHeld) => isHeld || onLost()), renewMs);
  try {
    return await work(holder);
  } finally {
    clearInterval(renewing);
    await store.release(id, holder).catch(() => {});
  }
}

const busy = () =>
  new Problem("unavailable", "This upload is still coming in by another way. Please wait a moment.", { retryAfter: 2 });
