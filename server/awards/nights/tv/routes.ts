import type { FastifyInstance, FastifyReply } from "fastify";
import type { Activity } from "../../../schema/activity.ts";
import type { LiveEvent } from "#contract/live.ts";
import { TvEvent, TvPage } from "#contract/tv.ts";
import { organizerOf } from "../../../access/rights.ts";
import { rightsStore } from "../../../access/rights-store.ts";
import type { AccountSessions } from "../../../accounts/sessions/build.ts";
import type { SendPicture } from "../../../media/objects/object-routes.ts";
import type { Database } from "../../../schema/database.ts";
import { networkOf, wideNetwork } from "../../../platform/http/network.ts";
import { Problem, notFound, refusedToken } from "../../../platform/http/problem.ts";
import { logSecurity } from "../../../platform/http/security-log.ts";
import type { Serve } from "../../../platform/http/serve.ts";
import type { Screen } from "../../../platform/http/session.ts";
import type { Listener, Live } from "../../../platform/live/live.ts";
import { openStreams } from "../../../platform/http/streams.ts";
import type { Secrets } from "../../../platform/secrets/secrets.ts";
import type { AttemptLimit, Throttle } from "../../../platform/throttle/throttle.ts";
import { noNight } from "../night.ts";
import type { PageOf } from "../page.ts";
import { type Code, forgetCodesWith, tvStore } from "./store.ts";
import { forScreen, newCode, readCode, tvMs } from "./tv.ts";

interface Parts {
  readonly database: Database;
  readonly sessions: AccountSessions;
  readonly live: Live;
  readonly activity: Activity;
  readonly guesses: Throttle;
  readonly secrets: Secrets;
  readonly pageOf: PageOf;
  readonly sendPicture: SendPicture;
}

/** Codes that one network address may try. */
const perAddress = { max: 12, perMinutes: 10 } as const;
/** Codes that all together may try. At this rate a search for one of a hundred codes takes months. */
const overAll: AttemptLimit = { atOnce: 600, everySeconds: 2 };
/** Codes that one wide network may try beside these, so that a flood from elsewhere keeps nobody's TV dark. */
const perNetwork: AttemptLimit = { atOnce: 3, everySeconds: 600 };

/** Each open screen costs the server memory. */
const maxScreens = 40;
/** Every change that ends a screen sends a hint. This also finds those that end by time. */
const checkMs = 60_000;
/** The hints after which a screen may have ended. */
const endings: ReadonlySet<LiveEvent["kind"]> = new Set(["night", "members", "deleted", "trip"]);

/** The hints that screens get. */
const shown: ReadonlySet<string> = new Set(TvEvent.shape.kind.options);

/** Mounts the calls of TVs. Returns what deletes codes whose time is over. */
export function tvRoutes(app: FastifyInstance, serve: Serve, parts: Parts): () => Promise<void> {
  const { database, sessions, live, activity, guesses, secrets, pageOf, sendPicture } = parts;
  const store = tvStore(database);
  const rights = rightsStore(database);
  const openStream = openStreams(app);
  /** The HMAC of a code, which the database stores. */
  const macOf = (code: string) => secrets.mac(code, "tv code");

  /** What the screens of a code show; null without a code, or if the organizer who made it no longer is one. */
  async function findPage(code: Code | undefined) {
    if (!code) return null;
    const organizing = await organizerOf(rights, code.madeBy, code.tripId).catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    if (!organizing) return null;
    const [{ trip, night }, crew] = await Promise.all([pageOf(organizing), store.crewOf(code.tripId)]);
    return night && { organizing, ...forScreen(TvPage, { trip, night, crew }) };
  }

  const findPageOn = async (screen: Screen | null) => (screen ? findPage(await store.findOf(screen.nightOf)) : null);
  const nothingOn = () => notFound("screen_shows_nothing");

  serve.call("POST /api/trips/:id/night/tv-code", async ({ viewer, params, request }) => {
    const { tripId } = await organizerOf(rights, viewer.id, params.id);
    if (!(await store.hasNight(tripId))) throw noNight();
    const code = newCode();
    const expiresAt = new Date(Date.now() + tvMs);
    await store.setCode({ tripId, madeBy: viewer.id, codeHash: await macOf(code), expiresAt });
    logSecurity(request, "tv_code_made", { trip: tripId });
    return { code, expiresAt: expiresAt.toJSON() };
  });

  serve.call("DELETE /api/trips/:id/night/tv-code", async ({ viewer, params, request }) => {
    const { tripId } = await organizerOf(rights, viewer.id, params.id);
    await store.removeCode(tripId);
    logSecurity(request, "tvs_ended", { trip: tripId });
    activity.tell("night_changed", { trip: tripId });
    return undefined;
  });

  serve.call(
    "POST /api/tv",
    async ({ body, request, reply }) => {
      const network = `tv codes from ${networkOf(request.ip, wideNetwork)}`;
      await guesses.count("tv codes", overAll, { what: network, limit: perNetwork });
      const page = await findPage(await store.find(await macOf(readCode(body.code))));
      if (!page) throw refusedToken("screen_code_wrong");
      const { tripId } = page.organizing;
      await sessions.startScreen(request, reply, { nightOf: tripId }, tvMs);
      logSecurity(request, "tv_opened", { trip: tripId });
      return page.shown;
    },
    { limit: perAddress },
  );

  serve.call("GET /api/tv", async ({ viewer: screen }) => {
    const page = await findPageOn(screen);
    if (!page) throw nothingOn();
    return page.shown;
  });

  serve.file(
    "GET /api/tv/pictures/:id",
    async ({ viewer: screen, params: { id }, query: { size }, request, reply }) => {
      const page = await findPageOn(screen);
      if (!page?.pictures.has(id)) throw notFound("photo_not_found");
      return sendPicture(request, reply, { ...page.organizing, id, size });
    },
  );

  app.get("/api/tv/live", { exposeHeadRoute: false, config: { isStream: true } }, async (request, reply) => {
    const findOpen = async () => findPageOn(await sessions.screenOf(request));
    const page = await findOpen();
    if (!page) throw nothingOn();
    // The squad tells when somebody is no organizer any more.
    const { tripId, squadId } = page.organizing;
    const scopes = new Set(squadId === null ? [tripId] : [tripId, squadId]);
    const id = `tv ${tripId}`;
    // There is no await between this count and `join`, so many requests at once cannot pass the limit.
    if (live.openFor(id) >= maxScreens) throw new Problem("too_many_requests", "screens_full", { retryAfter: 60 });
    listen(reply, id, scopes, async () => (await findOpen()) !== null);
  });

  function listen(reply: FastifyReply, id: string, scopes: ReadonlySet<string>, isStillOn: () => Promise<boolean>) {
    const stream = openStream(reply);
    if (!stream) return;
    const refresh = () => stream.write("event: refresh\ndata: {}\n\n");
    /** Sends each card after the checks of rights that began before it, because they may end the screen. */
    let last: Promise<unknown> = Promise.resolve();
    const queue = (work: () => unknown) => void (last = last.then(work).catch(refresh));
    const endIfOver = async () => (await isStillOn()) || stream.end();
    const listener: Listener = {
      userId: id,
      scopes,
      hasFixedScopes: true,
      tell(event) {
        if (!event.show && endings.has(event.kind)) queue(endIfOver);
        if (shown.has(event.kind))
          queue(() => stream.write(`data: ${JSON.stringify(forScreen(TvEvent, event).shown)}\n\n`));
      },
      refresh,
    };
    const leave = live.join(listener);
    const check = setInterval(() => queue(endIfOver), checkMs);
    stream.onClose(() => {
      clearInterval(check);
      leave();
    });
    stream.write("retry: 1000\nevent: hello\ndata: {}\n\n");
  }

  return forgetCodesWith(database);
}
