import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { LiveEvent } from "#contract/live.ts";
import { Problem } from "../http/problem.ts";
import { notSignedIn } from "../http/serve.ts";
import type { Sessions } from "../http/session.ts";
import type { Listener, Live } from "./live.ts";

/** Proxies and phones drop a silent connection; the session is looked at again at the same time. */
const heartbeatMs = 25_000;
const hourMs = 3_600_000;
/** A page that reads so slowly is let go: it comes back and fetches all. */
const mostBufferedBytes = 256 * 1024;

/** More than anyone has open; each costs the server memory. */
const mostPagesEach = 40;

interface Parts {
  readonly live: Live;
  readonly sessions: Sessions;
  /** The ids of the squads and trips that a person belongs to. */
  readonly scopesOf: (userId: string) => Promise<ReadonlySet<string>>;
}

/** `GET /api/live`: server-sent events, each a hint of what to fetch again. */
export function liveRoutes(app: FastifyInstance, parts: Parts): void {
  const open = new Set<ServerResponse>();
  // A stream would keep the server from ever being closed; its page comes back and finds the next one.
  app.addHook("preClose", async () => open.forEach((stream) => stream.destroy()));

  // A HEAD request would hold a stream that nothing can ever be written to.
  app.get("/api/live", { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await parts.sessions.viewerOf(request);
    if (!viewer) throw notSignedIn();
    const scopes = await parts.scopesOf(viewer.id);
    // Counted last, with nothing to wait for until it is joined: many at once do not slip through together.
    if (parts.live.openFor(viewer.id) >= mostPagesEach) {
      throw new Problem("too_many_requests", "You have very many pages open. Close some of them.", { retryAfter: 60 });
    }
    reply.hijack();
    const stream = reply.raw;
    // Whoever left while we asked has closed already, and would never be heard to leave.
    if (stream.destroyed) return;
    stream.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      connection: "keep-alive",
    });
    const write = (text: string) => {
      if (stream.writableEnded) return;
      if (stream.writableLength > mostBufferedBytes) stream.destroy();
      else stream.write(text);
    };
    const endWithSession = () =>
      void parts.sessions.viewerOf(request).then(
        (still) => still ?? stream.end(),
        () => {},
      );
    const noteSeen = () => void parts.sessions.seen(request).catch(() => {});
    const listener: Listener = {
      userId: viewer.id,
      scopes,
      tell(event: LiveEvent) {
        write(`data: ${JSON.stringify(event)}\n\n`);
        // It may be this very session that was ended.
        if (event.kind === "account") endWithSession();
      },
      refresh: () => write("event: refresh\ndata: {}\n\n"),
    };
    const leave = parts.live.join(listener);
    const heartbeat = setInterval(() => {
      write(": \n\n");
      endWithSession();
    }, heartbeatMs);
    const hourly = setInterval(noteSeen, hourMs);
    noteSeen();
    open.add(stream);
    stream.on("close", () => {
      open.delete(stream);
      clearInterval(heartbeat);
      clearInterval(hourly);
      leave();
    });
    write("retry: 1000\nevent: hello\ndata: {}\n\n");
  });
}
