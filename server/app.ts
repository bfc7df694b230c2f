import type { FastifyInstance } from "fastify";
import { personByAddress } from "./access/person-by-address-store.ts";
import { openSiteAdmins } from "./access/site-admin-store.ts";
import { openActivity } from "./schema/activity.ts";
import { forgetActivity } from "./schema/activity-store.ts";
import { forgetKeys } from "./schema/sent-keys-store.ts";
import { scopesOf } from "./access/live-scopes-store.ts";
import { buildAccounts } from "./accounts/build.ts";
import { openSessions } from "./accounts/sessions/build.ts";
import { buildInbox } from "./inbox/build.ts";
import { buildAdmin } from "./admin/build.ts";
import { buildAwards } from "./awards/build.ts";
import { buildCosts } from "./costs/build.ts";
import { backupFigures } from "./backups/backup-figures.ts";
import { lastBackup } from "./backups/taken-store.ts";
import { watchBackups } from "./backups/watch-backups.ts";
import { buildMedia } from "./media/build.ts";
import type { TokenOf } from "./media/library/tokens.ts";
import { openApiRoute } from "./openapi/routes.ts";
import { buildPages } from "./pages/build.ts";
import { keepFree } from "./platform/blobs/keep-free.ts";
import { openBlobs } from "./platform/blobs/open-blobs.ts";
import type { Config } from "./platform/config/config.ts";
import type { Network } from "./platform/http/public-network.ts";
import { faultFigures } from "./platform/faults/fault-figures.ts";
import { openFaults } from "./platform/faults/faults.ts";
import { watchSite } from "./platform/faults/watch-site.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { openSecurityLines } from "./platform/http/security-lines.ts";
import { securityLinesStore } from "./platform/http/security-lines-store.ts";
import { securityTxtRoute } from "./platform/http/security-txt.ts";
import { serveOn } from "./platform/http/serve.ts";
import { openServer } from "./platform/http/server.ts";
import { nameBuild } from "./platform/http/web-build.ts";
import { forgetDaily } from "./platform/jobs/forget-daily.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import type { Live } from "./platform/live/live.ts";
import { liveRoutes } from "./platform/live/routes.ts";
import { buildMail } from "./platform/mail/build.ts";
import { buildMetrics } from "./platform/metrics/build.ts";
import { serverFigures } from "./platform/metrics/server-figures.ts";
import { readinessRoute } from "./platform/readiness/routes.ts";
import { openReadOnly } from "./platform/http/read-only.ts";
import { databaseMemory } from "./platform/throttle/database-memory.ts";
import { openThrottle } from "./platform/throttle/throttle.ts";
import type { Database } from "./schema/database.ts";
import { schemaFolders } from "./schema/folders.ts";
import type { Feature } from "./schema/feature.ts";
import { joinRecords } from "./schema/own-records.ts";
import { buildSquads } from "./squads/build.ts";
import { buildTrips } from "./trips/build.ts";

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
  /** Replaces the internet, from which covers are fetched and to which pushes go (tests). */
  readonly network?: Network;
  /** Takes the lines of the log in place of stdout (tests). */
  readonly logTo?: { write(line: string): void };
}

export type App = FastifyInstance;

/** Mounts every room on one app, in the order of the floors. The app does not listen yet; the caller closes `parts`. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, live } = parts;
  const activity = openActivity(live);
  const sessions = openSessions({
    database,
    publicUrl: config.publicUrl,
    cookieName: parts.sessionCookie,
    onEnded: (id) => activity.tell("account_changed", { person: id }),
  });
  const readOnly = openReadOnly(database);
  const lines = securityLinesStore(database);
  const securityLines = openSecurityLines(lines.add);
  const app = await openServer({ config, sessions, readOnly, securityLines, logTo: parts.logTo });
  if (parts.webDir !== undefined) nameBuild(app, parts.webDir);
  const { log } = app;
  const metrics = await buildMetrics(app, config.metricsToken);
  serverFigures(metrics, { database, live, dataDir: config.dataDir });
  const siteAdmins = openSiteAdmins(database, config.admins);
  const serve = serveOn(app, {
    sessions,
    siteAdmins,
    checkReplies: parts.checkReplies ?? false,
    rateLimits: config.rateLimits,
  });
  const jobs = openJobs({
    database,
    works: config.worker,
    metrics,
    log: (err) => log.error({ err }, "The job queue had trouble"),
    note: (ended) => log[ended.outcome === "given_up" ? "warn" : "info"](ended, "A job ended"),
  });
  const faults = openFaults(database, log);
  const mailing = buildMail({
    app,
    serve,
    config,
    database,
    jobs,
    log,
    faults,
    metrics,
    findPerson: personByAddress(database),
  });
  const blobs = keepFree(openBlobs(config), config.dataDir, config.minFreeBytes);
  const guesses = openThrottle(databaseMemory(database), config.rateLimits);
  watchSite(faults, { config, database, blobs });
  watchBackups(faults, config, database);
  faultFigures(metrics, faults);
  backupFigures(metrics, config, database);
  healthRoutes(app);
  readinessRoute(app, {
    database,
    blobs,
    jobs,
    faults,
    schema: schemaFolders,
    lastBackup: () => lastBackup(database),
    token: config.metricsToken,
  });
  securityTxtRoute(app, config);
  liveRoutes(app, { live, sessions, scopesOf: (userId) => scopesOf(database, userId) });
  openApiRoute(app);

  const { mail, noMail } = mailing;
  const ground = {
    app,
    serve,
    log,
    config,
    database,
    live,
    activity,
    jobs,
    sessions,
    guesses,
    mail,
    noMail,
    blobs,
    faults,
    metrics,
  };
  const media = buildMedia({
    ...ground,
    // Accounts stand on media. Nobody asks for a token before all rooms are built.
    tokenOf: parts.tokenOf ?? ((...asked) => accounts.tokenOf(...asked)),
  });
  const accounts = await buildAccounts({
    ...ground,
    siteAdmins,
    readOnly,
    ...media,
    recordsOf: (userId) => joinRecords(...features.flatMap(({ recordsOf }) => recordsOf ?? []))(userId),
  });
  const trips = buildTrips({ ...ground, ...media });
  const squads = buildSquads({ ...ground, ...media, network: parts.network });
  const awards = buildAwards({ ...ground, ...media });
  const costs = buildCosts({ ...ground, ...media });
  const inbox = buildInbox({ ...ground, network: parts.network });
  const admin = buildAdmin({ ...ground, readOnly, forgetLines: lines.forget });
  const pages = await buildPages({ ...ground, webDir: parts.webDir, findPreview: squads.findPreview });

  const features: readonly Feature[] = [
    mailing,
    media,
    accounts,
    trips,
    squads,
    awards,
    costs,
    inbox,
    admin,
    pages,
  ].map(({ feature }) => feature);
  forgetDaily(jobs, [
    () => forgetActivity(database),
    () => forgetKeys(database),
    ...features.flatMap(({ forget }) => forget ?? []),
  ]);
  app.addHook("onListen", async () => {
    jobs.start();
    faults.start();
    for (const { start } of features) start?.();
  });
  app.addHook("onClose", async () => {
    await Promise.all([jobs.stop(), faults.stop(), ...features.map(({ stop }) => stop?.())]);
  });
  return app;
}
