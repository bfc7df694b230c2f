// Decision 025: why files are hashed before they are sent.
import type { Hashed } from "./hash-worker.ts";

/** A worker that has nothing to do is given back. */
const idleMs = 20_000;

let worker: Worker | undefined;
let lastId = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, (sum: string | undefined) => void>();

/** The SHA-256 of a file in hexadecimal, computed beside the page; undefined when it cannot be read or this browser cannot. */
export function hashFile(file: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    clearTimeout(idle);
    worker ??= start();
    if (!worker) return resolve(undefined);
    const id = (lastId += 1);
    waiting.set(id, resolve);
    worker.postMessage({ id, file }, []);
  });
}

function start(): Worker | undefined {
  try {
    const started = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data: { id, sum } }: MessageEvent<Hashed>) => settle([id], sum));
    // It did not load: the server looks for duplicates too, only later.
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
