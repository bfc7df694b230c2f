import { scopesOf } from "./access/live-scopes-store.ts";
import { type Database, connect } from "./schema/database.ts";
import type { RunningDatabase } from "./platform/db/embedded.ts";
import { describeMigrated, migrate } from "./platform/db/migrate.ts";
import { checkSession } from "./platform/db/session.ts";
import { waitForDatabase } from "./platform/db/wait-for-database.ts";
import { type Live, openLive } from "./platform/live/live.ts";
import { postgresWire } from "./platform/live/store.ts";
import { schemaFolders } from "./schema/folders.ts";

/**
 * Connects to the database with at most `connections` connections, brings its schema up to date, and opens the live updates over it. Adds
 * to `stops` what closes them, also when it rejects.
 */
export async function openParts(
  connection: RunningDatabase["connection"],
  connections: number,
  stops: (() => Promise<unknown>)[],
  log: (what: unknown) => void,
): Promise<{ readonly database: Database; readonly live: Live }> {
  const database = connect(connection, connections, log);
  stops.push(() => database.close());
  const client = await waitForDatabase(database, log);
  const migrated = await checkSession(client)
    .then(() => migrate(client, schemaFolders))
    .finally(() => client.end());
  const line = describeMigrated(migrated);
  if (line !== null) log(line);

  const live = openLive({
    wire: postgresWire(database, log),
    scopesOf: (userId) => scopesOf(database, userId),
    log,
  });
  stops.push(() => live.close());
  return { database, live };
}
