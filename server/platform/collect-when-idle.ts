// Decision 076: why an idle server collects its garbage.
// Written by hand because no V8 flag frees memory by idle time, and Node does not tell V8 when it is idle.
import type { EventEmitter } from "node:events";
import v8 from "node:v8";
import vm from "node:vm";

const idleMs = 10_000;
const minApartMs = 60_000;

/**
 * Collects the garbage of the start and of past requests after ten seconds without a request, at most once a minute, and returns that
 * memory to the system. The returned function stops it.
 */
export function collectWhenIdle(server: EventEmitter, collect: () => unknown = collectAll): () => Promise<void> {
  let collectedAt = -Infinity;
  const timer = setTimeout(() => {
    if (Date.now() - collectedAt < minApartMs) {
      timer.refresh();
      return;
    }
    collectedAt = Date.now();
    collect();
  }, idleMs).unref();
  const postpone = () => void timer.refresh();
  server.on("request", postpone);
  return async () => {
    server.off("request", postpone);
    clearTimeout(timer);
  };
}

/** A plain collection keeps the freed pages for later. This one takes about a tenth of a second. */
function collectAll(): void {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as NodeJS.GCFunction;
  void collect({ type: "major", flavor: "last-resort", execution: "async" });
}
