import { existsSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { buildApp } from "./app.ts";
import { prepareBucket } from "./platform/blobs/s3-setup.ts";
import { type Config, readConfig } from "./platform/config/config.ts";
import { waitForDatabase } from "./platform/db/wait-for-database.ts";
import { connect } from "./platform/db/connect.ts";
import { openDatabase } from "./platform/db/embedded.ts";
import { migrate } from "./platform/db/migrate.ts";
import { checkSession } from "./platform/db/session.ts";
import { trackConnections } from "./platform/http/drain.ts";
import { openLive } from "./platform/live/live.ts";
import { postgresWire } from "./platform/live/store.ts";
import { scopesOf } from "./access/live-scopes-store.ts";
import { stopWithParent } from "./platform/parent.ts";

const webDir = path.resolve(import.meta.dirname, "../dist");

/** Reads the environment, opens all parts, serves, and stops cleanly on a signal. Ends the process with one clear line if it cannot start. */
export async function start(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    return giveUp(error);
  }
  const stops: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  const stop = once(async () => {
    isStopping = true;
    // In reverse order, so that requests drain while the database still runs.
    for (const part of stops.toReversed()) await part().catch(report);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
  stopWithParent(() => stop().then(() => process.exit(0)));

  try {
    if (config.s3) await prepareBucket(config.s3, { publicUrl: config.publicUrl, log: report });
    const server = await openDatabase({
      dataDir: config.dataDir,
      url: config.databaseUrl,
      binDir: config.postgresBin,
      log: report,
    });
    stops.push(() => server.stop());
    const database = connect(server.connection, config.databaseConnections, report);
    stops.push(() => database.close());
    const client = await waitForDatabase(database, report);
    await checkSession(client)
      .then(() => migrate(client))
      .finally(() => client.end());

    const live = openLive({
      wire: postgresWire(database, report),
      scopesOf: (userId) => scopesOf(database, userId),
      log: report,
    });
    stops.push(() => live.close());
    const app = await buildApp({ config, database, live, webDir: existsSync(webDir) ? webDir : undefined });
    stops.push(trackConnections(app));
    await app.listen({ port: config.port, host: config.host });
    const port = addressPort(app.server.address()) ?? config.port;
    process.stdout.write(`Swellmates is at ${config.publicUrl ?? `http://localhost:${port}`}\n`);
  } catch (error) {
    // A signal during the start breaks it off; that is no fault.
    if (isStopping) return;
    await stop();
    giveUp(error, config);
  }
}

function giveUp(error: unknown, config?: Config): never {
  const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const line = inUse
    ? `Port ${config?.port} is in use by another program. Stop it, or choose another one: PORT=3001 npm start`
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
