import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { type ProxiedDatabase, openProxiedDatabase } from "../../testing/proxied-database.ts";
import { isUnreachable } from "./connect.ts";
import { sqlText } from "./sql-text.ts";

const silentMs = 2000;
const soon = { timeout: 10_000, interval: 20 };
const ping = { name: "ping", text: sqlText`select 1` };
let there: TestDatabase;
let line: ProxiedDatabase;
beforeEach(async () => {
  there = await freshDatabase();
  line = await openProxiedDatabase(there, 3, silentMs);
});
afterEach(async () => {
  await line.close();
  await there.drop();
});

test("queries on silent connections fail, and these connections are not used again", async () => {
  const { database, proxy, sessions } = line;
  const { db, one, transact } = database;
  let open = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      db.connection().execute(async (held) => {
        await sql`select ${++open}::int`.execute(held);
        await vi.waitFor(() => expect(open).toBe(3), soon);
      }),
    ),
  );
  const silence = Promise.withResolvers<void>();
  const inTransaction = transact(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.stall();
    silence.resolve();
    await sql`select 2`.execute(tx);
  });
  await silence.promise;
  const all = await Promise.allSettled([inTransaction, sql`select 3`.execute(db), one(ping, [])]);
  expect(all.map((one) => one.status === "rejected" && isUnreachable(one.reason))).toEqual([true, true, true]);
  await vi.waitFor(async () => expect(await sessions()).toBe(0), soon);
  await proxy.restore();
  expect(await one(ping, [])).toBe(1);
});

test("a text with several statements has no silence timeout", async () => {
  const several = () => sql.raw("select pg_sleep(3); select 1").execute(line.database.db);
  await expect(several()).resolves.toBeDefined();
  await expect(sql`select pg_sleep(3)`.execute(line.database.db)).rejects.toThrow("Query read timeout");
});
