import type { FastifyInstance } from "fastify";
import { type Metrics, noMetrics } from "./metrics.ts";
import { openRegistry } from "./registry.ts";
import { countRequests, metricsRoute } from "./routes.ts";

/** Opens the figures of an app, counts its requests, and mounts `/metrics`. Without a token it does none of this. */
export async function buildMetrics(app: FastifyInstance, token: string | undefined): Promise<Metrics> {
  if (token === undefined) return noMetrics;
  const registry = await openRegistry((figure, err) => app.log.warn({ figure, err }, "A figure could not be read"));
  countRequests(app, registry);
  metricsRoute(app, registry, token);
  return registry;
}
