import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { callOf } from "./call-of.ts";

/** A proxy that we trust may name the request, so that its log and ours can be joined. */
const given = /^[\w-]{8,64}$/;

/** Returns a function that names a request: as the proxy in front does, if that is trusted, else anew. */
export const requestIdWith =
  (trustsProxy: boolean) =>
  ({ headers }: { readonly headers: IncomingHttpHeaders }): string => {
    const named = trustsProxy ? headers["x-request-id"] : undefined;
    return typeof named === "string" && given.test(named) ? named : randomUUID();
  };

const loudLevels = new Set(["info", "debug", "trace"]);

/** Writes one line for each request at the level `info`: the call with its pattern, status and time. No address, name or id of anything. */
export function logRequests(app: FastifyInstance, level: string): void {
  if (!loudLevels.has(level)) return;
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      { call: callOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "A request was answered",
    );
    done();
  });
}
