import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { migrate } from "../../platform/db/migrate.ts";
import { freshDatabase } from "../../testing/database.ts";

const folder = new URL("../../platform/db/migrations/", import.meta.url);

test("whoever was signed in before sessions had numbers still is", async () => {
  const database = await freshDatabase();
  const client = await database.dedicated();
  try {
    await client.query("drop schema public cascade; create schema public");
    await client.query(
      "create table migrations (name text primary key, sha256 text, applied_at timestamptz default now())",
    );
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql") && name < "015").sort();
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const text = await readFile(new URL(name, folder), "utf8");
      await client.query(text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
    }
    await client.query(`insert into users (id, email, email_key, first_name, last_name)
      values ('0190a5b0-0000-7000-8000-000000000001', 'ana@example.org', 'ana@example.org', 'Ana', 'Berg')`);
    await client.query(`insert into sessions (token_hash, user_id, created_at, expires_at)
      select sha256(n::text::bytea), '0190a5b0-0000-7000-8000-000000000001', '2026-07-04 10:20:30', '2030-01-01' from generate_series(1, 2) n`);
    await migrate(client);
    const { rows } = await client.query(
      "select id, device, last_seen_at::text seen, expires_at::text ends from sessions",
    );
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(2);
    for (const row of rows)
      expect(row).toMatchObject({ device: null, seen: "2026-07-04 10:00:00+00", ends: "2030-01-01 00:00:00+00" });
  } finally {
    await client.end();
    await database.drop();
  }
});
