// Written by hand because close-with-grace only handles signals, and leaves unused connections of browsers open.
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Less than the ten seconds that containers and service managers wait. */
const drainMs = 8000;
const sweepMs = 50;

/**
 * Tracks the app's connections; call it before the app listens. The returned function closes the app: it accepts no new requests,
 * answers those in flight, and cuts off the rest after eight seconds.
 */
export function trackConnections(app: FastifyInstance): () => Promise<void> {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  function sweep() {
    // Idle since an answer that was sent after the drain began.
    app.server.closeIdleConnections();
    // Browsers open connections ahead. Node does not count them as idle before their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return async () => {
    const sweeping = setInterval(sweep, sweepMs);
    const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
    await app.close();
    clearInterval(sweeping);
    clearTimeout(cut);
  };
}
