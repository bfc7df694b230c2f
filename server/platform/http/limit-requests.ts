import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf, wideNetwork } from "./network.ts";
import { tooManyAttempts } from "./problem.ts";

/**
 * At most `max` requests in `perMinutes` minutes from one network address (IPv6: one /64), and ten times as many from its /16 (IPv6:
 * /48), which one sender may own. Further ones get 429.
 */
export interface RequestLimit {
  readonly max: number;
  readonly perMinutes: number;
}

/** A network's limit as a multiple of the limit of one of its addresses. */
const wideFactor = 10;

/** Returns a function that counts a request against a limit, for routes that learn from the body whether it counts. */
export function countRequests(app: FastifyInstance, limit: RequestLimit | false) {
  if (!limit) return async () => {};
  const [own, wide] = countersOf(app, limit);
  return async (request: FastifyRequest): Promise<void> => {
    for (const count of [own, wide]) await demandUnder(count, request);
  };
}

/** Returns the options of a route that hold its requests to a limit of its own. Without a limit they are empty. */
export function limitRequests(app: FastifyInstance, limit: RequestLimit | false | undefined) {
  if (!limit) return {};
  const [, wide] = countersOf(app, limit);
  return {
    config: { rateLimit: { max: limit.max, timeWindow: limit.perMinutes * 60_000 } },
    // After the limit of the address, so that what one address is refused does not count for its neighbours.
    preParsing: (request: FastifyRequest) => demandUnder(wide, request),
  };
}

type Counter = ReturnType<FastifyInstance["createRateLimit"]>;

/** The counters of an address and of its wide network. */
function countersOf(app: FastifyInstance, { max, perMinutes }: RequestLimit): readonly [own: Counter, wide: Counter] {
  const timeWindow = perMinutes * 60_000;
  return [
    app.createRateLimit({ max, timeWindow }),
    app.createRateLimit({
      max: max * wideFactor,
      timeWindow,
      keyGenerator: (request) => networkOf(request.ip, wideNetwork),
    }),
  ];
}

async function demandUnder(count: Counter, request: FastifyRequest): Promise<void> {
  const counted = await count(request);
  if (!counted.isAllowed && counted.isExceeded) throw tooManyAttempts(counted.ttlInSeconds);
}
