import { keptFor } from "../../platform/bounded-reads.ts";
import { briefly } from "../../platform/db/briefly.ts";
import { secondMs } from "../../platform/durations.ts";
import type { Metrics } from "../../platform/metrics/metrics.ts";
import type { Ground } from "../../schema/ground.ts";
import { countUploads } from "./count-store.ts";
import type { UploadStore } from "./uploads.ts";

const keptMs = 5 * secondMs;
const maxMs = 1000;

/** Tells how many files are on their way, and returns the same store, which also counts what has arrived. */
export function withUploadFigures<S extends UploadStore>(store: S, metrics: Metrics, database: Ground["database"]): S {
  const read = keptFor(keptMs, () => briefly(database, maxMs, countUploads));
  metrics.gauge(
    "uploads_open",
    "Files that are arriving in pieces, and files that have arrived and are in no album",
    async () => {
      const { arriving, unused } = await read();
      return [
        [{ state: "arriving" }, arriving],
        [{ state: "unused" }, unused],
      ] as const;
    },
    ["state"],
  );
  const count = metrics.counter("uploads_total", "Files that have arrived, by whether they were accepted", ["outcome"]);
  const countBytes = metrics.counter("upload_bytes_total", "The bytes of accepted files");
  return {
    ...store,
    async claim(upload, result, keep) {
      const isClaimed = await store.claim(upload, result, keep);
      if (isClaimed) count({ outcome: "found" in result ? "accepted" : "refused" });
      if (isClaimed && "found" in result) countBytes({}, result.found.size);
      return isClaimed;
    },
  };
}
