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

/** Returns the options of a route that hold its requests to a limit of its own. Without a limit they are empty. */
export function limitRequests(app: FastifyInstance, limit: RequestLimit | false | undefined) {
  if (!limit) return {};
  const { max } = limit;
  const timeWindow = limit.perMinutes * 60_000;
  const countWide = app.createRateLimit({
    max: max * wideFactor,
    timeWindow,
    keyGenerator: (request) => networkOf(request.ip, wideNetwork),
  });
  return {
    config: { rateLimit: { max, timeWindow } },
    // After the limit of the address, so that what one address is refused does not count for its neighbours.
    async preParsing(request: FastifyRequest) {
      const counted = await countWide(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooManyAttempts(counted.ttlInSeconds);
    },
  };
}
