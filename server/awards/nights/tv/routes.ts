import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ById } from "#contract/fields.ts";
import type { LiveEvent } from "#contract/live.ts";
import type { TvPage } from "#contract/tv.ts";
import { organizerOf } from "../../../access/rights.ts";
import { rightsStore } from "../../../access/rights-store.ts";
import type { SendPicture } from "../../../media/objects/object-routes.ts";
import type { Database } from "../../../schema/database.ts";
import { type SiteCookie, openCookies } from "../../../platform/http/cookies.ts";
import { networkOf, wideNetwork } from "../../../platform/http/network.ts";
import { Problem, notFound, refusedToken } from "../../../platform/http/problem.ts";
import { logSecurity } from "../../../platform/http/security-log.ts";
import { type Serve, parseInput } from "../../../platform/http/serve.ts";
import type { Listener, Live } from "../../../platform/live/live.ts";
import { openStreams } from "../../../platform/http/streams.ts";
import type { Secrets } from "../../../platform/secrets/secrets.ts";
import type { AttemptLimit, Throttle } from "../../../platform/throttle/throttle.ts";
import { noNight } from "../night.ts";
import type { PageOf } from "../page.ts";
import { type Screen, forgetTvsWith, tvStore } from "./store.ts";
import { type OnScreen, forScreen, hashOf, newCode, newToken, readCode, tvHours } from "./tv.ts";

interface Parts {
  readonly database: Database;
  readonly live: Live;
  readonly guesses: Throttle;
  readonly secrets: Secrets;
  readonly publicUrl: string | undefined;
  readonly pageOf: PageOf;
  readonly sendPicture: SendPicture;
}

const tvCookie: SiteCookie = { name: "tv", path: "/api/tv", sameSite: "strict" };

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

/** A picture on a screen. */
const TvPictureQuery = z.object({ size: z.enum(["thumb", "medium"]).default("medium") });

/** Mounts the calls of TVs. Returns what deletes codes and screens whose time is over. */
export function tvRoutes(app: FastifyInstance, serve: Serve, parts: Parts): () => Promise<void> {
  const { database, live, guesses, secrets, pageOf, sendPicture } = parts;
  const store = tvStore(database);
  const rights = rightsStore(database);
  const cookies = openCookies(parts.publicUrl);
  const openStream = openStreams(app);
  /** The HMAC of a code, which the database stores. */
  const macOf = (code: string) => secrets.mac(code, "tv code");
  const inHours = () => new Date(Date.now() + tvHours * 3_600_000);

  /** What a screen shows; null if it is over, or the organizer who made its code no longer is one. */
  async function findPage(screen: Screen | undefined): Promise<OnScreen<TvPage> | null> {
    if (!screen) return null;
    const organizing = await organizerOf(rights, screen.madeBy, screen.tripId).catch((error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    });
    if (!organizing) return null;
    const [{ trip, night }, crew] = await Promise.all([pageOf(organizing), store.crewOf(screen.tripId)]);
    return night && forScreen<TvPage>({ trip, night: { ...night, missing: [] }, crew });
  }

  const findScreen = async (request: FastifyRequest) => {
    const token = cookies.read(request, tvCookie);
    return token ? store.findScreen(hashOf(token)) : undefined;
  };
  const nothingOn = () => notFound("screen_shows_nothing");

  serve.call("POST /api/trips/:id/night/tv-code", async ({ viewer, params, request }) => {
    const { tripId } = await organizerOf(rights, viewer.id, params.id);
    const code = newCode();
    const codeHash = await macOf(code);
    const expiresAt = inHours();
    const made = await store.setCode({ tripId, madeBy: viewer.id, codeHash, expiresAt });
    if (!made) throw noNight();
    logSecurity(request, "tv_code_made", { trip: tripId });
    return { code, expiresAt: expiresAt.toJSON() };
  });

  serve.call("DELETE /api/trips/:id/night/tv-code", async ({ viewer, params, request }) => {
    const { tripId } = await organizerOf(rights, viewer.id, params.id);
    await store.removeCode(tripId);
    logSecurity(request, "tvs_ended", { trip: tripId });
    live.tell({ scope: "trip", id: tripId, kind: "night" });
    return undefined;
  });

  serve.call(
    "POST /api/tv",
    async ({ body, request, reply }) => {
      const network = `tv codes from ${networkOf(request.ip, wideNetwork)}`;
      await guesses.count("tv codes", overAll, { what: network, limit: perNetwork });
      const screen = await store.findByCode(await macOf(readCode(body.code)));
      const page = await findPage(screen);
      const token = newToken();
      const isOpen = screen && page && (await store.addScreen(screen.tripId, hashOf(token), inHours()));
      if (!isOpen) throw refusedToken("screen_code_wrong");
      logSecurity(request, "tv_opened", { trip: screen.tripId });
      cookies.set(request, reply, tvCookie, token, { maxAge: tvHours * 3600 });
      return page.shown;
    },
    { limit: perAddress },
  );

  serve.call("GET /api/tv", async ({ request }) => {
    const page = await findPage(await findScreen(request));
    if (!page) throw nothingOn();
    return page.shown;
  });

  app.get<{ Params: { id: string } }>("/api/tv/pictures/:id", { exposeHeadRoute: false }, async (request, reply) => {
    const { success, data } = ById.safeParse(request.params);
    const { size } = parseInput(TvPictureQuery, request.query);
    const screen = success ? await findScreen(request) : undefined;
    const page = await findPage(screen);
    if (!screen || !data || !page?.pictures.has(data.id)) throw notFound("photo_not_found");
    return sendPicture(request, reply, { userId: screen.madeBy, tripId: screen.tripId, id: data.id, size });
  });

  app.get("/api/tv/live", { exposeHeadRoute: false }, async (request, reply) => {
    const screen = await findScreen(request);
    if (!screen || !(await findPage(screen))) throw nothingOn();
    const id = `tv ${screen.tripId}`;
    const scopes = await scopesOf(screen);
    // There is no await between this count and `join`, so many requests at once cannot pass the limit.
    if (live.openFor(id) >= maxScreens) throw tooManyScreens();
    listen(reply, id, scopes, async () => (await findPage(await findScreen(request))) !== null);
  });

  /** The trip of the night, and its squad, which tells when somebody is no organizer any more. */
  async function scopesOf({ tripId, madeBy }: Screen): Promise<ReadonlySet<string>> {
    const { squadId } = await rights.onTrip(madeBy, tripId);
    return new Set(squadId === null ? [tripId] : [tripId, squadId]);
  }

  function listen(reply: FastifyReply, id: string, scopes: ReadonlySet<string>, isStillOn: () => Promise<boolean>) {
    const stream = openStream(reply);
    if (!stream) return;
    const write = (event: LiveEvent) => stream.write(`data: ${JSON.stringify(forScreen(event).shown)}\n\n`);
    /** The checks that run. Meanwhile cards wait, because the screen may be over. */
    let checks = 0;
    let waiting: LiveEvent[] = [];
    const endIfOver = async () => {
      checks++;
      const isOn = await isStillOn().catch(() => null);
      checks--;
      if (isOn === false) return stream.end();
      if (checks > 0) return;
      waiting.forEach(write);
      waiting = [];
    };
    const listener: Listener = {
      userId: id,
      scopes,
      hasFixedScopes: true,
      tell(event) {
        if (!event.show && endings.has(event.kind)) void endIfOver();
        if (checks === 0 && (event.kind === "night" || event.kind === "reaction")) write(event);
        else if (event.kind === "night") waiting.push(event);
      },
      refresh: () => stream.write("event: refresh\ndata: {}\n\n"),
    };
    const leave = live.join(listener);
    const check = setInterval(() => void endIfOver(), checkMs);
    stream.onClose(() => {
      clearInterval(check);
      leave();
    });
    stream.write("retry: 1000\nevent: hello\ndata: {}\n\n");
  }

  return forgetTvsWith(database);
}

const tooManyScreens = () => new Problem("too_many_requests", "screens_full", { retryAfter: 60 });
