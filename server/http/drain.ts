import type { FastifyInstance } from "fastify";

/** Shorter than the ten seconds that a container or a service manager waits. */
const patienceMs = 8000;

/** Takes no new requests, answers those in flight, and cuts off what still runs after eight seconds. */
export async function drain(app: FastifyInstance): Promise<void> {
  // A connection that was busy when the drain began is kept alive by its answer, and nothing else would close it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cut);
}
