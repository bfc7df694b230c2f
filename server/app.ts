import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { ownerStore } from "./accounts/account/owner-store.ts";
import { accountRoutes } from "./accounts/account/routes.ts";
import { openBlobs } from "./platform/blobs/open-blobs.ts";
import type { Config } from "./platform/config/config.ts";
import type { Database } from "./platform/db/connect.ts";
import { emailRoutes } from "./accounts/emails/routes.ts";
import { answerError } from "./platform/http/errors.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { openApiRoute } from "./platform/http/openapi.ts";
import { Problem, needsLinking, notFound } from "./platform/http/problem.ts";
import { refuseCrossSite } from "./platform/http/same-site.ts";
import { serveOn } from "./platform/http/serve.ts";
import { openSessions } from "./platform/http/session.ts";
import { webRoutes } from "./platform/http/web.ts";
import { buildIdentity } from "./accounts/identity/build.ts";
import { identityRoutes } from "./accounts/identity/routes.ts";
import { invitationRoutes } from "./squads/invitations/routes.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import type { Live } from "./platform/live/live.ts";
import { scopesOf } from "./access/live-scopes-store.ts";
import { liveRoutes } from "./platform/live/routes.ts";
import { demoRoutes } from "./pages/demo/routes.ts";
import { awardRoutes } from "./awards/routes.ts";
import { buildLibrary } from "./media/library/build.ts";
import { libraryRoutes } from "./media/library/routes.ts";
import type { TokenOf } from "./media/library/tokens.ts";
import { buildMail } from "./platform/mail/build.ts";
import { attachImageWith } from "./media/photos/attach-image.ts";
import { imageStore } from "./media/photos/image-store.ts";
import { buildMedia } from "./media/build.ts";
import { guessStore } from "./platform/throttle/store.ts";
import { holdBack } from "./platform/throttle/throttle.ts";
import { passkeyRoutes } from "./accounts/passkeys/routes.ts";
import { forgetChallenges } from "./accounts/passkeys/store.ts";
import { peopleRoutes } from "./accounts/people/routes.ts";
import { forgetDaily } from "./accounts/sessions/forgetting.ts";
import { sessionRoutes } from "./accounts/sessions/routes.ts";
import { sessionStore } from "./accounts/sessions/store.ts";
import { screenRoutes } from "./pages/screens/routes.ts";
import { squadRoutes } from "./squads/routes.ts";
import { tripRoutes } from "./trips/routes.ts";

/** What the app is made of; `main.ts` and the tests build it. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly live: Live;
  /** The built web files; undefined in tests of the API. */
  readonly webDir?: string | undefined;
  /** Hold ready-made replies against the contract (tests). */
  readonly checkReplies?: boolean;
  /** The tokens of people for their photo library, where a test makes them up. */
  readonly tokenOf?: TokenOf;
}

/** The largest JSON body; files go by upload address and never pass here. */
const mostBodyBytes = 256 * 1024;

/** Time for a JSON body to arrive, also over a bad phone line; a sender who takes longer holds a connection for nothing. */
const slowestBodyMs = 30_000;

/** Mounts every feature on one app. It listens nowhere yet and owns none of its parts. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, database, live } = parts;
  const app = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy: what it wrote last counts. All that stands before, the sender may have made up.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: mostBodyBytes,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  onlyJson(app);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem("too_many_requests", "That was a bit much. Please wait a moment and try again.", {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.routeOptions.config.fromAnywhere) refuseCrossSite(request, config.publicUrl);
    void reply.header("x-content-type-options", "nosniff").header("cache-control", "no-store");
  });

  const sessions = openSessions(database, config.publicUrl);
  const serve = serveOn(app, { sessions, checkReplies: parts.checkReplies ?? false, rateLimits: config.rateLimits });
  const jobs = openJobs({
    database,
    works: config.worker,
    log: (error) => app.log.error({ err: error }, "The job queue had trouble"),
  });
  const mailing = buildMail({ config, database, jobs, log: app.log });
  const { mail, noMail } = mailing;
  const blobs = openBlobs(config);
  healthRoutes(app, { database, blobs });
  openApiRoute(app);
  const guesses = holdBack(guessStore(database), config.rateLimits);
  const askToConfirm = emailRoutes(serve, { database, config, sessions, guesses, live, mail });
  peopleRoutes(app, serve, { database, sessions, live, guesses, mail, askToConfirm });
  const identities = buildIdentity({ config, database, log: (fault) => app.log.warn(fault.message) });
  identityRoutes(app, serve, {
    ...identities,
    standing: ownerStore(database).standing,
    sessions,
    mail,
    askToConfirm,
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    hasPhotos: config.googlePhotosUrl !== undefined,
  });
  accountRoutes(serve, {
    database,
    config,
    sessions,
    guesses,
    live,
    jobs,
    mail,
    blobs,
    identityTokens: identities.tokens,
  });
  sessionRoutes(serve, { database, sessions, live });
  passkeyRoutes(serve, {
    database,
    sessions,
    guesses,
    publicUrl: config.publicUrl,
    issuer: config.identityProvider?.issuer,
    warn: ({ id, userId }) => app.log.warn({ passkey: id, user: userId }, "A passkey's counter went back"),
  });
  const attachImage = attachImageWith(imageStore);
  squadRoutes(serve, { database, live, attachImage, publicUrl: config.publicUrl });
  mailing.routes(app, serve);
  invitationRoutes(serve, { database, live, mail, noMail, config });
  tripRoutes(serve, { database, live, attachImage });
  awardRoutes(serve, { database, live });
  screenRoutes(serve, { database, config });
  const media = buildMedia({ config, database, blobs, jobs, live, log: app.log });
  media.routes(app, serve, sessions);
  const library = buildLibrary({
    url: config.googlePhotosUrl,
    tokenOf: parts.tokenOf ?? identities.tokens?.tokenOf ?? noTokens,
    database,
    jobs,
    live,
    intake: media.intake,
  });
  libraryRoutes(serve, library);
  const demo = demoRoutes(serve, { database, blobs, jobs, live });
  const forgetting = forgetDaily(jobs, config.worker, [
    sessionStore(database).forgetExpired,
    identities.flows.forgetExpired,
    forgetChallenges(database),
    library.forgetOld,
  ]);
  app.addHook("onListen", async () => {
    media.start();
    demo.start();
    mailing.start();
    forgetting.start();
  });
  app.addHook("onClose", async () => {
    forgetting.stop();
    await Promise.all([jobs.stop(), media.stop(), demo.stop(), mailing.stop()]);
  });
  liveRoutes(app, { live, sessions, scopesOf: (userId) => scopesOf(database, userId) });
  if (parts.webDir) {
    const storeOrigin = await blobs.direct?.origin();
    await app.register(webRoutes, { dir: parts.webDir, sessions, storeOrigin });
  }
  return app;
}

const noTokens: TokenOf = async () => {
  throw needsLinking();
};

/** JSON is the one kind of body: a form on another site can send none. */
function onlyJson(app: FastifyInstance) {
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request) => {
    const type = request.headers["content-type"];
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody || request.routeOptions.config.rawBody) return;
    const cut = setTimeout(() => request.raw.destroy(), slowestBodyMs).unref();
    request.raw.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
    if (!/^application\/json\s*(;|$)/i.test(type ?? "")) {
      throw new Problem("not_json", "Please send JSON (content-type: application/json).");
    }
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route reads its body itself: an upload. */
    rawBody?: boolean;
    /** What the request carries proves that it may, and no cookie counts: other sites and mail providers may send it. */
    fromAnywhere?: boolean;
  }
}
