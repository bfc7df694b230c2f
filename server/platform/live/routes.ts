import type { FastifyInstance } from "fastify";
import { type LiveEvent, type LiveHello, LiveQuery } from "#contract/live.ts";
import { Problem } from "../http/problem.ts";
import { notSignedIn, parseInput } from "../http/serve.ts";
import type { Sessions } from "../http/session.ts";
import type { Listener, Live } from "./live.ts";
import { openStreams } from "../http/streams.ts";
import { hourMs } from "../durations.ts";

/** Every call that ends a session says so to its pages. This also finds sessions that end by time. */
const sessionCheckMs = 5 * 60_000;

/** More than anybody needs. Each page costs the server memory. */
const maxPagesPerPerson = 40;

interface Parts {
  readonly live: Live;
  readonly sessions: Sessions;
  /** The ids of the squads and trips that a person belongs to. */
  readonly scopesOf: (userId: string) => Promise<ReadonlySet<string>>;
}

const messages = new WeakMap<LiveEvent, string>();

/** An event as it goes to all pages. It is made once. */
function messageOf(event: LiveEvent): string {
  const message = messages.get(event) ?? `data: ${JSON.stringify(event)}\n\n`;
  messages.set(event, message);
  return message;
}

/**
 * Mounts `GET /api/live`: server-sent events, each a hint that something changed. The first one names the person whose stream it is. When
 * its session ends, the stream says `over` and ends.
 */
export function liveRoutes(app: FastifyInstance, parts: Parts): void {
  const openStream = openStreams(app);

  // A HEAD request would hold a stream to which nothing can be written.
  app.get("/api/live", { exposeHeadRoute: false, config: { isStream: true } }, async (request, reply) => {
    const viewer = await parts.sessions.viewerOf(request);
    if (!viewer) throw notSignedIn();
    const { since } = parseInput(LiveQuery, request.query);
    const scopes = await parts.scopesOf(viewer.id);
    // There is no await between this count and `join`, so many requests at once cannot pass the limit.
    if (parts.live.openFor(viewer.id) >= maxPagesPerPerson) {
      throw new Problem("too_many_requests", "too_many_pages_open", { retryAfter: 60 });
    }
    const stream = openStream(reply);
    if (!stream) return;
    const { write } = stream;
    const end = () => {
      write("event: over\ndata: {}\n\n");
      stream.end();
    };
    const endOr = (goOn: () => void) =>
      void parts.sessions.viewerOf(request).then((still) => (still ? goOn() : end()), goOn);
    const noteSeen = () => void parts.sessions.markSeen(request).catch(() => {});
    const listener: Listener = {
      userId: viewer.id,
      scopes,
      tell(event: LiveEvent) {
        const send = () => write(messageOf(event));
        // The change may have ended this session. Its page must not ask for anything then.
        if (event.kind === "account" || (event.scope === "user" && event.kind === "deleted")) endOr(send);
        else send();
      },
      refresh: () => endOr(() => write("event: refresh\ndata: {}\n\n")),
    };
    const leave = parts.live.join(listener);
    const sessionCheck = setInterval(() => endOr(() => {}), sessionCheckMs);
    const hourly = setInterval(noteSeen, hourMs);
    noteSeen();
    stream.onClose(() => {
      clearInterval(sessionCheck);
      clearInterval(hourly);
      leave();
    });
    const isComplete = since !== undefined && parts.live.repeat(listener, since);
    const hello: LiveHello = { isComplete, person: viewer.id };
    write(`retry: 1000\nevent: hello\ndata: ${JSON.stringify(hello)}\n\n`);
  });
}
