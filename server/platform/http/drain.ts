import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Shorter than the ten seconds that a container or a service manager waits. */
const patienceMs = 8000;
const sweepMs = 50;

/**
 * Follows the app's connections from before it listens. The function it gives closes the app: no new requests, those in
 * flight are answered, and what still runs after eight seconds is cut off.
 */
export function drainOf(app: FastifyInstance): () => Promise<void> {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  function sweep() {
    // Kept alive by an answer that was given after the drain began.
    app.server.closeIdleConnections();
    // Opened ahead by a browser and never used: Node does not count these as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return async () => {
    const sweeping = setInterval(sweep, sweepMs);
    const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
    await app.close();
    clearInterval(sweeping);
    clearTimeout(cut);
  };
}
