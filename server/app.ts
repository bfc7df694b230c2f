import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { ownerStore } from "./accounts/account/owner-store.ts";
import { accountRoutes } from "./accounts/account/routes.ts";
import { keepFree } from "./platform/blobs/keep-free.ts";
import { openBlobs } from "./platform/blobs/open-blobs.ts";
import type { Config } from "./platform/config/config.ts";
import type { Database } from "./schema/database.ts";
import { openAlerts } from "./accounts/alerts/build.ts";
import { emailRoutes } from "./accounts/emails/routes.ts";
import { answerClientError, answerError } from "./platform/http/errors.ts";
import { type Network, fetchPublicFrom } from "./platform/http/fetch-public.ts";
import { countRequests } from "./platform/http/limit-requests.ts";
import { headersOf, varyByCookie } from "./platform/http/headers.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { openApiRoute } from "./openapi/routes.ts";
import { refuseOtherPerson } from "./platform/http/other-person.ts";
import { Problem, needsLinking, notFound, tooManyAttempts } from "./platform/http/problem.ts";
import { refuseCrossSite } from "./platform/http/same-site.ts";
import { securityTxtRoute } from "./platform/http/security-txt.ts";
import { serveOn } from "./platform/http/serve.ts";
import { openSecrets } from "./platform/secrets/secrets.ts";
import { webRoutes } from "./platform/http/web.ts";
import { buildIdentity } from "./accounts/identity/build.ts";
import { identityRoutes } from "./accounts/identity/routes.ts";
import { coverFromLinkWith } from "./squads/cover-from-link.ts";
import { invitationRoutes } from "./squads/invitations/routes.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import type { Live } from "./platform/live/live.ts";
import { scopesOf } from "./access/live-scopes-store.ts";
import { forgetMailsOfPeople } from "./access/mail-sender-store.ts";
import { liveRoutes } from "./platform/live/routes.ts";
import { demoRoutes } from "./pages/demo/routes.ts";
import { awardRoutes } from "./awards/routes.ts";
import { openAnnouncements } from "./awards/nights/announcements/build.ts";
import { nightRoutes } from "./awards/nights/routes.ts";
import { receiptRoutes } from "./awards/receipts/routes.ts";
import { pictureRoutes } from "./awards/pictures/routes.ts";
import { titleRoutes } from "./awards/titles/routes.ts";
import { tvRoutes } from "./awards/nights/tv/routes.ts";
import { buildLibrary } from "./media/library/build.ts";
import { libraryRoutes } from "./media/library/routes.ts";
import type { TokenOf } from "./media/library/tokens.ts";
import { buildMail } from "./platform/mail/build.ts";
import { attachImageWith } from "./media/photos/attach-image.ts";
import { imageStore } from "./media/photos/image-store.ts";
import { buildMedia } from "./media/build.ts";
import { openSandbox } from "./media/processes/sandbox.ts";
import { openStorage } from "./media/storage/storage.ts";
import { databaseMemory } from "./platform/throttle/database-memory.ts";
import { openThrottle } from "./platform/throttle/throttle.ts";
import { passkeyRoutes } from "./accounts/passkeys/routes.ts";
import { forgetChallenges } from "./accounts/passkeys/store.ts";
import { claimInvitation, invitationIn } from "./accounts/people/registration-store.ts";
import { peopleRoutes } from "./accounts/people/routes.ts";
import { forgetResets } from "./accounts/account/password-store.ts";
import { forgetLinks } from "./accounts/emails/store.ts";
import { forgetInvitations } from "./squads/invitations/store.ts";
import { forgetZips } from "./media/zip/store.ts";
import { openSessions } from "./accounts/sessions/build.ts";
import { cleanUpDaily } from "./accounts/sessions/daily-cleanup.ts";
import { sessionRoutes } from "./accounts/sessions/routes.ts";
import { sessionStore } from "./accounts/sessions/store.ts";
import { firstViews } from "./pages/first/build.ts";
import { overviewRoutes } from "./pages/overviews/routes.ts";
import { squadRoutes } from "./squads/routes.ts";
import { tripRoutes } from "./trips/routes.ts";

/** What the app is built from. `start.ts` and the tests provide it. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly live: Live;
  /** The built web files; undefined in tests of the API. */
  readonly webDir?: string | undefined;
  /** Check ready-made replies against the contract (tests). */
  readonly checkReplies?: boolean;
  /** Replaces people's tokens for their photo library (tests). */
  readonly tokenOf?: TokenOf;
  /** The name of the session's cookie. Cookies ignore ports, so two servers on one host need two names. */
  readonly sessionCookie?: string | undefined;
  /** Replaces the internet, from which covers are fetched (tests). */
  readonly network?: Network;
  /** Takes the lines of the log in place of stdout (tests). */
  readonly logTo?: { write(line: string): void };
}

export type App = FastifyInstance;

/** The largest JSON body. Uploaded files have limits of their own. */
const maxBodyBytes = 256 * 1024;

/** The time in which a JSON body must arrive. It suffices for a bad phone connection; slower senders only hold connections. */
const maxBodyMs = 30_000;

/** Longer than any address that Node reads, so that each call answers for ids of every length. */
const maxParamLength = 64 * 1024;

/** Mounts every feature on one app. The app does not listen yet; the caller closes `parts`. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, live } = parts;
  const app = Fastify({
    logger: { level: config.logLevel, ...(parts.logTo && { stream: parts.logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    // Trust one proxy: only the last entry of X-Forwarded-For. The sender can invent those before it.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: maxBodyBytes,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength },
    // The contract validates and serializes. Fastify's own compilers would take memory and a tenth of the start, and have nothing to do.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    // Node would refuse the request without a body; the hook below refuses it with one.
    http: { requireHostHeader: false },
  });
  // Node would refuse an expectation that it does not know without a body. RFC 9110 allows a server to ignore it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  onlyJson(app);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => tooManyAttempts(Math.ceil(ttl / 1000)),
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headersOf(request, config));
    if (request.raw.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw new Problem("bad_request", "This request does not name its host.");
    // The client has gone already. Nobody reads the answer, and the rate limit has no address to count.
    if (request.raw.socket.remoteAddress === undefined) throw new Problem("bad_request", "The connection broke off.");
    if (!request.routeOptions.config.fromAnywhere) refuseCrossSite(request, config.publicUrl);
  });

  app.addHook("onSend", async (_request, reply) => varyByCookie(reply));

  const sessions = openSessions({
    database,
    publicUrl: config.publicUrl,
    cookieName: parts.sessionCookie,
    onEnded: (id) => live.tell({ scope: "user", id, kind: "account" }),
  });
  app.addHook("onRequest", (request) => refuseOtherPerson(request, sessions));
  const serve = serveOn(app, { sessions, checkReplies: parts.checkReplies ?? false, rateLimits: config.rateLimits });
  const jobs = openJobs({
    database,
    works: config.worker,
    log: (error) => app.log.error({ err: error }, "The job queue had trouble"),
  });
  const mailing = buildMail({ config, database, jobs, log: app.log });
  const { mail, noMail } = mailing;
  const blobs = keepFree(openBlobs(config), config.dataDir, config.minFreeBytes);
  const storage = openStorage(database, config);
  healthRoutes(app, { database, blobs });
  openApiRoute(app);
  securityTxtRoute(app, config);
  const guesses = openThrottle(databaseMemory(database), config.rateLimits);
  const alerts = openAlerts({ database, mail, publicUrl: config.publicUrl });
  const { tellOwner } = alerts;
  const askToConfirm = emailRoutes(serve, { database, config, sessions, guesses, live, mail, tellOwner });
  peopleRoutes(app, serve, {
    database,
    sessions,
    live,
    guesses,
    mail,
    askToConfirm,
    registration: config.registration,
    tellOwner,
    rateLimits: config.rateLimits,
  });
  const identities = await buildIdentity({ config, database, log: (fault) => app.log.warn(fault.message) });
  identityRoutes(app, serve, {
    ...identities,
    ownerProof: ownerStore(database).ownerProof,
    sessions,
    mail,
    askToConfirm,
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    tellOwner,
    claimInvitation: async (tx, back, userId) =>
      (await claimInvitation(tx, config.registration, invitationIn(back), userId)).mayRegister,
    hasPhotos: config.googlePhotosUrl !== undefined,
  });
  const accounts = accountRoutes(serve, {
    database,
    config,
    sessions,
    guesses,
    live,
    jobs,
    mail,
    alerts,
    blobs,
    storage,
    identityTokens: identities.tokens,
  });
  sessionRoutes(serve, { database, sessions, live });
  passkeyRoutes(serve, {
    mail,
    tellOwner,
    database,
    sessions,
    guesses,
    publicUrl: config.publicUrl,
    issuer: config.identityProvider?.issuer,
  });
  const attachImage = attachImageWith(imageStore);
  const sandbox = openSandbox(config.decoderSandbox, config.dataDir, app.log);
  const sandboxed = sandbox.check();
  // The start waits for it below. It may fail before for another reason.
  sandboxed.catch(() => {});
  const media = buildMedia({ config, database, blobs, storage, jobs, live, log: app.log, sandbox });
  const coverFromLink = coverFromLinkWith({
    fetchPublic: fetchPublicFrom(parts.network),
    intake: media.intake,
    throttle: guesses,
  });
  squadRoutes(serve, {
    database,
    guesses,
    live,
    jobs,
    storage,
    attachImage,
    coverFromLink,
    publicUrl: config.publicUrl,
    countJoin: countRequests(app, config.rateLimits && { max: 60, perMinutes: 1 }),
  });
  mailing.routes(app, serve);
  invitationRoutes(serve, { database, live, mail, noMail, config });
  tripRoutes(serve, { database, guesses, live, jobs, attachImage });
  awardRoutes(serve, { database, guesses, live });
  receiptRoutes(serve, { database, guesses });
  titleRoutes(serve, { database, guesses, live });
  const pictures = pictureRoutes(serve, {
    database,
    dataDir: config.dataDir,
    log: (line) => app.log.warn(line),
    sandbox,
  });
  const announcements = openAnnouncements({ database, jobs, mail, noMail, rateLimits: config.rateLimits });
  const { pageOf } = nightRoutes(serve, { database, live, jobs, announcements, publicUrl: config.publicUrl });
  const forgetTvs = tvRoutes(app, serve, {
    database,
    live,
    guesses,
    secrets: openSecrets({ keys: config.secretKeys, dataDir: config.dataDir }),
    publicUrl: config.publicUrl,
    pageOf,
    sendPicture: media.sendPicture,
  });
  overviewRoutes(serve, { database, config });
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
  const forgetting = cleanUpDaily(jobs, config.worker, [
    sessionStore(database).forgetExpired,
    identities.flows.forgetExpired,
    forgetChallenges(database),
    forgetResets(database),
    forgetLinks(database),
    forgetInvitations(database),
    forgetMailsOfPeople(database),
    forgetZips(database),
    forgetTvs,
    announcements.forgetOld,
    alerts.forgetExpired,
    library.forgetOld,
    demo.forgetExpired,
  ]);
  // A hook that fails before the server listens ends the start.
  app.addHook("onReady", () => sandboxed);
  app.addHook("onListen", async () => {
    sandbox.tell();
    media.start();
    demo.start();
    mailing.start();
    forgetting.start();
  });
  app.addHook("onClose", async () => {
    forgetting.stop();
    await Promise.all([jobs.stop(), media.stop(), demo.stop(), mailing.stop(), pictures.stop(), accounts.stop()]);
  });
  liveRoutes(app, { live, sessions, scopesOf: (userId) => scopesOf(database, userId) });
  if (parts.webDir) {
    const storeOrigin = await blobs.direct?.origin();
    await app.register(webRoutes, {
      dir: parts.webDir,
      sessions,
      storeOrigin,
      ...firstViews(app, parts.webDir, parts.config.publicUrl),
    });
  }
  return app;
}

const refuseSchema = () => () => {
  throw new Error("A route has a schema of Fastify's. Describe the call in the contract.");
};

const noTokens: TokenOf = async () => {
  throw needsLinking();
};

/** Refuses bodies other than JSON: a form on another site cannot send JSON. An empty body counts as none. */
function onlyJson(app: FastifyInstance) {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null) : parseJson(request, body, done),
  );
  app.addHook("onRequest", async (request) => {
    const type = request.headers["content-type"];
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
    if (!hasBody || request.routeOptions.config.rawBody) return;
    const cut = setTimeout(() => request.raw.destroy(), maxBodyMs).unref();
    request.raw.once("end", () => clearTimeout(cut)).once("close", () => clearTimeout(cut));
    if (!/^application\/json\s*(;|$)/i.test(type ?? "")) {
      throw new Problem("not_json", "Please send JSON (content-type: application/json).");
    }
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route parses its body itself, as uploads do. */
    rawBody?: boolean;
    /** Other sites and mail providers may send this request: a token in it proves the right, and cookies do not count. */
    fromAnywhere?: boolean;
  }
}
