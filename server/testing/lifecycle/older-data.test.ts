import { afterAll, expect, test, vi } from "vitest";
import { version } from "../../platform/version.ts";
import { onClientOf } from "../database.ts";
import { openRelease } from "../release.ts";
import { killAll, launchServer, startServer, temporaryFolder } from "./server-process.ts";

// It starts the real server three times, and is the only test of what a person sees then.
vi.setConfig({ testTimeout: 60_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

test("a server says once that it upgraded older data, and refuses newer data", async () => {
  const database = await openRelease();
  const DATABASE_URL = await onClientOf(
    database,
    async ({ user, host, port, database: name }) =>
      `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
  );
  const options = { dataDir: home.path, env: { DATABASE_URL } };

  const first = await startServer(options);
  await first.end("SIGTERM");
  const told = new RegExp(`Upgraded the data of version 1\\.0\\.0 to ${version}: \\d+ changes\\.\n`);
  expect(first.said()).toMatch(told);
  const second = await startServer(options);
  await second.end("SIGTERM");
  expect(second.said()).not.toContain("Upgraded");

  await onClientOf(database, (client) =>
    client.query("insert into migrations values ('900-boats.sql', 'new'); comment on table migrations is '9.0.0'"),
  );
  const older = launchServer(options);
  expect(await older.ended).toBe(1);
  expect(older.said()).toBe(
    "The database is newer than this program (it has 900-boats.sql, and version 9.0.0 ran on it): start that version or a newer one.\n",
  );
  await database.drop();
});
