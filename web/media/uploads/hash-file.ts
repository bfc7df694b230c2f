// Decision 025: why files are hashed before they are sent.
import type { Hashed } from "./hash-worker.ts";

/** A worker that has nothing to do for this long is ended. */
const idleMs = 20_000;

let worker: Worker | undefined;
let lastId = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, (sum: string | undefined) => void>();

/**
 * Returns the SHA-256 of a file in hexadecimal, computed in a worker; undefined when the file cannot be read or the worker does not
 * start.
 */
export function hashFile(file: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    clearTimeout(idle);
    worker ??= startWorker();
    if (!worker) return resolve(undefined);
    const id = (lastId += 1);
    waiting.set(id, resolve);
    worker.postMessage({ id, file }, []);
  });
}

function startWorker(): Worker | undefined {
  try {
    const started = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data: { id, sum } }: MessageEvent<Hashed>) => settle([id], sum));
    // The worker did not load. The server finds duplicates too, after the bytes have arrived.
    started.addEventListener("error", () => {
      worker = undefined;
      settle([...waiting.keys()], undefined);
    });
    return started;
  } catch {
    return undefined;
  }
}

function settle(ids: readonly number[], sum: string | undefined): void {
  for (const id of ids) {
    waiting.get(id)?.(sum);
    waiting.delete(id);
  }
  if (waiting.size > 0) return;
  idle = setTimeout(() => {
    worker?.terminate();
    worker = undefined;
  }, idleMs);
}
