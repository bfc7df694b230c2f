import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { type Faults, openFaults } from "./faults.ts";

let database: TestDatabase;
const open: Faults[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const faults of open.splice(0)) await faults.stop();
});
afterAll(() => database.drop());

/** The faults of a process, and the lines of its log. */
function process() {
  const lines: string[] = [];
  const faults = openFaults(database, { warn: (_, line) => lines.push(line) });
  open.push(faults);
  return { faults, lines };
}
const namesOf = async (faults: Faults) => (await faults.ofSite()).map(({ name }) => name);
const soon = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

test("a fault writes one line when it begins, and one when it is over", async () => {
  const { faults, lines } = process();
  faults.tell("disk", "1 MB is left.");
  faults.tell("disk", "0 MB are left.");
  expect(await faults.ofSite()).toEqual([{ name: "disk", reason: "0 MB are left.", since: expect.any(Date) }]);
  faults.tell("disk", null);
  faults.tell("disk", null);
  expect(await faults.ofSite()).toEqual([]);
  expect(lines).toEqual(["1 MB is left.", "A fault is over: disk"]);
});

test("every process of a site knows the faults of all, until they end", async () => {
  const [one, other] = [process().faults, process().faults];
  one.watch("mail", async () => "Mails wait.");
  one.watch("clock", async () => null);
  one.start();
  await soon(async () => expect(await namesOf(other)).toEqual(["mail"]));
  other.tell("queue", "It stands still.");
  expect(await namesOf(other)).toEqual(["mail", "queue"]);
  await one.stop();
  expect(await namesOf(other)).toEqual(["queue"]);
});

test("the faults of a process that was killed are forgotten after five minutes", async () => {
  const [killed, other] = [process().faults, process().faults];
  killed.watch("disk", async () => "It is full.");
  killed.start();
  await soon(async () => expect(await namesOf(other)).toEqual(["disk"]));
  await sql`update faults set seen_at = now() - interval '6 minutes'`.execute(database.db);
  expect(await namesOf(other)).toEqual([]);
});

test("a check that cannot be made changes nothing", async () => {
  const { faults, lines } = process();
  faults.tell("clock", "It is late.");
  faults.watch("clock", () => Promise.reject(new Error("away")));
  faults.watch("disk", async () => "It is full.");
  faults.start();
  await soon(async () => expect(await namesOf(faults)).toEqual(["clock", "disk"]));
  expect(lines).toEqual(["It is late.", "It is full."]);
});
