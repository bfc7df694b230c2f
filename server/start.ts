import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { App, Parts } from "./app.ts";
import { startBackups } from "./backups/start-backups.ts";
import { collectWhenIdle } from "./platform/collect-when-idle.ts";
import { prepareBucket } from "./platform/blobs/s3-setup.ts";
import { type Config, readConfig } from "./platform/config/config.ts";
import { openDatabase } from "./platform/db/embedded.ts";
import { demandFinished } from "./platform/backups/unfinished.ts";
import { trackConnections } from "./platform/http/drain.ts";
import type { Network } from "./platform/http/public-network.ts";
import { stopWithParent } from "./platform/parent.ts";
import { version } from "./platform/version.ts";

const webDir = fileURLToPath(new URL("../dist", import.meta.url));

/** Closes parts in the reverse of the order in which they were added, so that requests drain while the database still runs. */
export type Stops = (() => Promise<unknown>)[];

/** What a server has besides its configuration. */
export interface Extras {
  /** The built web files. Default: those of this clone, if it has any. */
  readonly webDir?: string;
  /** Settings of our own PostgreSQL that override the durable ones. */
  readonly postgres?: Readonly<Record<string, string | number>>;
  /** The name of the session's cookie. */
  readonly sessionCookie?: string;
  /** Replaces the internet, from which covers are fetched and to which pushes go. */
  readonly network?: Network;
  /** Adds routes before the app listens. */
  readonly addRoutes?: (app: App) => void;
}

/** A server that listens. */
export interface Running {
  readonly app: App;
  readonly parts: Parts;
  /** Where browsers on this machine find it. */
  readonly url: string;
}

/** Reads the environment, opens all parts, serves, and stops cleanly on a signal. Ends the process with one clear line if it cannot start. */
export const start = (): Promise<void> =>
  runUntilStopped("npm start", async (stops) => {
    const config = readConfig(process.env);
    const { url } = await serve(config, stops);
    sayWhere(config.publicUrl ?? url);
  });

/**
 * Runs what `open` opens until a signal comes or the parent process ends, and then `stops`. If `open` fails, it ends the process with one
 * clear line, which names `command` where the person should run it again.
 */
export async function runUntilStopped(command: string, open: (stops: Stops) => Promise<void>): Promise<void> {
  const stops: Stops = [];
  let isStopping = false;
  const stop = once(async () => {
    isStopping = true;
    for (const part of stops.toReversed()) await part().catch(report);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
  stopWithParent(() => stop().then(() => process.exit(0)));
  try {
    await open(stops);
  } catch (error) {
    // A signal during the start breaks it off; that is no fault.
    if (isStopping) return;
    await stop();
    giveUp(error, command);
  }
}

/** Opens all parts of a server and listens. Adds to `stops` what closes them, also when it rejects. */
export async function serve(config: Config, stops: Stops, extras: Extras = {}): Promise<Running> {
  demandFinished(config.dataDir);
  if (config.s3) await prepareBucket(config.s3, { publicUrl: config.publicUrl, log: report });
  const load = () => Promise.all([import("./parts.ts"), import("./app.ts")]);
  const server = await openDatabase({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    binDir: config.postgresBin,
    archives: config.backups.place !== null,
    settings: extras.postgres,
    log: report,
    // The rest of the program loads meanwhile. If it fails to, the second call below says so.
    onStarting: () => void load().catch(() => {}),
  });
  stops.push(() => server.stop());
  const [{ openParts }, { buildApp }] = await load();
  const { database, live } = await openParts(server.connection, config.databaseConnections, stops, report);
  const built = extras.webDir ?? (existsSync(webDir) ? webDir : undefined);
  const { sessionCookie, network } = extras;
  const parts: Parts = { config, database, live, webDir: built, sessionCookie, ...(network && { network }) };
  const app = await buildApp(parts);
  extras.addRoutes?.(app);
  stops.push(trackConnections(app));
  await app.listen({ port: config.port, host: config.host });
  stops.push(collectWhenIdle(app.server));
  stops.push(startBackups(config, report));
  return { app, parts, url: `http://localhost:${addressPort(app.server.address()) ?? config.port}` };
}

/** Tells the person, and the tests, what runs and where it is. */
export const sayWhere = (url: string) => void process.stdout.write(`Swellmates ${version} is at ${url}\n`);

function giveUp(error: unknown, command: string): never {
  const fault = error as { readonly code?: unknown; readonly port?: number };
  const line =
    error instanceof Error && fault.code === "EADDRINUSE"
      ? `Port ${fault.port} is in use by another program. Stop it, or choose another one: PORT=${fault.port === 3001 ? 3002 : 3001} ${command}`
      : error instanceof Error
        ? error.message
        : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const report = (what: unknown) =>
  void process.stderr.write(`${what instanceof Error ? what.message : String(what).trimEnd()}\n`);

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}

const addressPort = (address: ReturnType<Server["address"]>) =>
  typeof address === "object" ? address?.port : undefined;
