import { keptFor } from "../bounded-reads.ts";
import { secondMs } from "../durations.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type Faults, faultNames } from "./faults.ts";

const keptMs = 5 * secondMs;

/** Tells which faults the site has. */
export function faultFigures(metrics: Metrics, { ofSite }: Pick<Faults, "ofSite">): void {
  const read = keptFor(keptMs, ofSite);
  metrics.gauge(
    "fault",
    "1 while the site has this fault, as all its servers see it",
    async () => {
      const present = new Set((await read()).map(({ name }) => name));
      return faultNames.map((name) => [{ name }, present.has(name) ? 1 : 0] as const);
    },
    ["name"],
  );
}
