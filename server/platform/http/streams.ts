import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Proxies and phones drop silent connections. */
const heartbeatMs = 25_000;
/** A page with more unread bytes is disconnected. It reconnects and fetches everything. */
const maxBufferedBytes = 256 * 1024;

/** A stream of server-sent events to one page. */
export interface Stream {
  /** Sends text in the format of server-sent events. */
  write(text: string): void;
  end(): void;
  onClose(work: () => void): void;
}

/** Returns a function that turns a reply into a stream; undefined if the page has left already. The app closes all streams when it stops. */
export function openStreams(app: FastifyInstance): (reply: FastifyReply) => Stream | undefined {
  const open = new Set<ServerResponse>();
  // An open stream would keep the app from closing. Its page reconnects to the next server.
  app.addHook("preClose", async () => open.forEach((stream) => stream.destroy()));

  return (reply) => {
    reply.hijack();
    const stream = reply.raw;
    // If the client has left meanwhile, no close event follows.
    if (stream.destroyed) return undefined;
    stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
      connection: "keep-alive",
    });
    const write = (text: string) => {
      if (stream.writableEnded) return;
      if (stream.writableLength > maxBufferedBytes) stream.destroy();
      else stream.write(text);
    };
    const heartbeat = setInterval(() => write(": \n\n"), heartbeatMs);
    open.add(stream);
    stream.on("close", () => {
      open.delete(stream);
      clearInterval(heartbeat);
    });
    return { write, end: () => void stream.end(), onClose: (work) => void stream.on("close", work) };
  };
}
