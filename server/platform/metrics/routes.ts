import type { FastifyInstance } from "fastify";
import { callOf } from "../http/call-of.ts";
import { operatorTokenIn } from "../http/operator-token.ts";
import { Problem } from "../http/problem.ts";
import type { Metrics } from "./metrics.ts";
import type { Registry } from "./registry.ts";

/** Mounts `GET /metrics`, for whoever sends the operator's token. Without a token, do not mount it: the address is unknown then. */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string): void {
  const isOperator = operatorTokenIn(token);
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request)) {
      void reply.header("www-authenticate", "Bearer");
      throw new Problem("not_signed_in", "metrics_token_needed");
    }
    return reply.type(registry.contentType).send(await registry.text());
  });
}

/** Counts all requests of this app by call and status, and how long each call takes. Streams that stay open are only counted. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const count = metrics.counter("http_requests_total", "Requests, by call and status of the answer", [
    "call",
    "status",
  ]);
  const time = metrics.timer("http_request_seconds", "From the request to the last byte of its answer", ["call"]);
  app.addHook("onResponse", (request, reply, done) => {
    const call = callOf(request);
    count({ call, status: String(reply.statusCode) });
    if (!request.routeOptions.config.isStream) time({ call }, reply.elapsedTime / 1000);
    done();
  });
}
