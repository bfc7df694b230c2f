import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { connect } from "./connect.ts";
import { checkSession } from "./session.ts";
import { quoted, sqlText, timestamp } from "./sql-text.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The same database's `DATABASE_URL`, as an operator writes it. */
function address(more: Record<string, string>): string {
  const { connectionString, host, user, database: name } = database.connection;
  const url = new URL(connectionString ?? `postgresql://${user}@localhost/${name}`);
  if (!connectionString) url.searchParams.set("host", String(host));
  for (const [parameter, value] of Object.entries(more)) url.searchParams.set(parameter, value);
  return url.href;
}

const moment = { name: "moment", text: sqlText`select ${timestamp(sqlText`timestamptz '2026-07-04T12:00:00Z'`)}` };
const setting = (name: string) => ({ name, text: sqlText`select current_setting(${quoted(name)})` });

test("options in DATABASE_URL apply, except time zone and statement timeout", async () => {
  const asked = "-c timezone=Asia/Tokyo -c statement_timeout=0 -c work_mem=5MB";
  const elsewhere = connect({ connectionString: address({ options: asked }) }, 2);
  expect(await elsewhere.one(moment, [])).toBe("2026-07-04T12:00:00.000Z");
  expect(await elsewhere.one(setting("statement_timeout"), [])).toBe("30s");
  expect(await elsewhere.one(setting("work_mem"), [])).toBe("5MB");
  await elsewhere.close();
});

test("an unencoded character in DATABASE_URL breaks no other part of it", async () => {
  const odd = address({}).replace("@", ":100%zebra@");
  const elsewhere = connect({ connectionString: odd }, 2);
  expect(await elsewhere.one(moment, [])).toBe("2026-07-04T12:00:00.000Z");
  await elsewhere.close();
});

test("sessions with other settings are refused, and the error says how to fix it", async () => {
  const client = await database.dedicated();
  await checkSession(client);
  await client.query("set timezone to 'Europe/Berlin'");
  await expect(checkSession(client)).rejects.toThrow(
    /^The database gives us TimeZone Europe\/Berlin and statement_timeout 30 s instead of UTC and 30 s: .* ALTER ROLE \w+ SET timezone = 'UTC'/,
  );
  await client.query("set timezone to 'Etc/UTC'");
  await checkSession(client);
  await client.query("set statement_timeout to 0");
  await expect(checkSession(client)).rejects.toThrow("TimeZone Etc/UTC and statement_timeout 0 s instead");
  await client.end();
  const asked = connect({ connectionString: address({ statement_timeout: "0" }) }, 2);
  const open = await asked.dedicated();
  await expect(checkSession(open)).rejects.toThrow("DATABASE_URL asks for that");
  await open.end();
  await asked.close();
});
