import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { hourMs } from "../platform/durations.ts";
import { type TestDatabase, freshDatabase } from "../testing/database.ts";
import { noteTaken, takenBackups } from "./taken-store.ts";
import { watchBackups } from "./watch-backups.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const note = (name: string, endedAt: Date) =>
  noteTaken(database, { name, place: "the folder /mnt", endedAt, databaseBytes: 5, photoFiles: 3 }, 14);

/** The check of a site with these variables; undefined if it watches no backups. */
function checkOf(env: Record<string, string>) {
  const watch = vi.fn<(name: string, check: () => Promise<string | null>) => void>();
  watchBackups({ watch }, readConfig(env), database);
  return watch.mock.calls[0]?.[1];
}

test("a last backup that is over 26 hours old is a fault", async () => {
  expect(checkOf({})).toBeUndefined();
  const check = checkOf({ BACKUP_DIR: "/mnt" })!;
  expect(await check()).toBeNull();
  await note("1", ago(30));
  expect(await check()).toBe("The last whole backup is 30 hours old.");
  await note("2", ago(25));
  expect(await check()).toBeNull();
});

test("the list of backups has the newest first, and none that is older than the days", async () => {
  await note("3", ago(24 * 20));
  expect((await takenBackups(database, 10)).map(({ name }) => name)).toEqual(["2", "1", "3"]);
  await note("4", ago(0));
  expect((await takenBackups(database, 2)).map(({ name }) => name)).toEqual(["4", "2"]);
  expect((await takenBackups(database, 10)).map(({ name }) => name)).toEqual(["4", "2", "1"]);
});
