import { inTime } from "../bounded-reads.ts";
import { secondMs } from "../durations.ts";
import type { Metrics } from "./metrics.ts";

/** All figures of one app. */
export interface Registry extends Metrics {
  /** The figures in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const prefix = "swellmates_";
/** In seconds: from a kept answer to a long video. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
/** A figure that takes longer is missing. Prometheus waits ten seconds for all. */
const usualReadMs = 3 * secondMs;

/**
 * Opens the figures of one app, with those of the process: memory, processor, event loop, collections of garbage. `log` gets the name of a
 * figure that cannot be read and why.
 */
export async function openRegistry(
  log: (figure: string, error: unknown) => void,
  maxReadMs = usualReadMs,
): Promise<Registry> {
  // A server that nobody watches does not load it.
  const client = await import("prom-client");
  // Not the global one of the library: several apps may run in one process.
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const settings = (name: string, help: string, labelNames: readonly string[] = []) => ({
    name: prefix + name,
    help,
    labelNames: [...labelNames],
    registers,
  });
  const failures = new client.Counter(
    settings("figure_failures_total", "Figures that could not be read, and are missing from the answer", ["figure"]),
  );

  return {
    counter(name, help, labels) {
      const counter = new client.Counter(settings(name, help, labels));
      // An alert needs to see the first one happen.
      if (!labels) counter.inc(0);
      return (values, by = 1) => counter.inc({ ...values }, by);
    },
    timer(name, help, labels) {
      const histogram = new client.Histogram({ ...settings(name, help, labels), buckets });
      return (values, seconds) => histogram.observe({ ...values }, seconds);
    },
    gauge(name, help, read, labels) {
      const gauge = new client.Gauge({
        ...settings(name, help, labels),
        async collect() {
          try {
            const found = await inTime(maxReadMs, async () => read());
            clear();
            if (typeof found === "number") gauge.set(found);
            else for (const [values, value] of found ?? []) gauge.set({ ...values }, value);
          } catch (error) {
            clear();
            failures.inc({ figure: name });
            log(name, error);
          }
        },
      });
      // `reset` would make a figure without labels zero.
      const clear = () => (labels ? gauge.reset() : gauge.remove());
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
