import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openJobs } from "../../jobs/jobs.ts";
import { schemaFolders } from "../../../schema/folders.ts";
import { type TestDatabase, freshDatabase, onClientOf } from "../../../testing/database.ts";
import { hashTables } from "../../../testing/kept-copy.ts";
import { openRelease } from "../../../testing/release.ts";
import { migrate } from "../migrate.ts";
import { copyRows } from "./copy-rows.ts";

const schemas = [
  { name: "public", leaves: () => false },
  { name: "jobs", leaves: (table: string) => /^(version|bam|queue_stats.*)$/.test(table) },
];

// Only a superuser may copy without triggers, and with DATABASE_URL the tests are whoever it names.
describe.skipIf(inject("postgres").connectionString)("a copy of all rows", () => {
  let [from, to]: TestDatabase[] = [];
  beforeAll(async () => {
    from = await openRelease();
    await onClientOf(from, (client) => migrate(client, schemaFolders));
    const jobs = openJobs({ database: from, works: false, log: () => {} });
    const queue = { name: "letters", batch: 1, loops: 1, retries: 5, retrySeconds: 60 };
    jobs.handle(queue, async () => new Map());
    await jobs.sendLater(queue, [{ to: "ana@example.org" }], 3600);
    await jobs.stop();
    to = await freshDatabase();
  });
  afterAll(async () => {
    await from?.drop();
    await to?.drop();
  });

  async function copy() {
    const clients = [from!, to!].map(({ connection }) => new pg.Client({ ...connection, user: "postgres" }));
    for (const client of clients) await client.connect();
    return copyRows(clients[0]!, clients[1]!, schemas, () => {}).finally(async () => {
      for (const client of clients) await client.end();
    });
  }
  const ask = (database: TestDatabase, text: string) =>
    onClientOf(database, (client) => client.query(text).then(({ rows }) => rows));

  test("has the rows of each table, and the jobs that wait", async () => {
    const copied = await copy();
    expect(copied.tables).toBeGreaterThan(55);
    const [before, after] = [await onClientOf(from!, hashTables), await onClientOf(to!, hashTables)];
    expect(before["people"]).toMatch(/^5 /);
    expect(after).toEqual(before);
    const waiting = "select id, name, state, data, retry_limit, start_after, created_on from jobs.job order by id";
    expect(await ask(from!, waiting)).toMatchObject([{ state: "created", data: { to: "ana@example.org" } }]);
    expect(await ask(to!, waiting)).toEqual(await ask(from!, waiting));
    expect(await ask(to!, "select retry_limit from jobs.queue where name = 'letters'")).toEqual([{ retry_limit: 5 }]);
  });

  test("goes on with the number of each sequence", async () => {
    for (const database of [from!, to!]) await ask(database, "create table waves (id serial, height int)");
    await ask(from!, "insert into waves (height) values (3), (4)");
    await copy();
    expect(await ask(to!, "insert into waves (height) values (5) returning id")).toEqual([{ id: 3 }]);
    for (const database of [from!, to!]) await ask(database, "drop table waves");
  });

  test("is refused if it would leave a table behind", async () => {
    await ask(from!, "create table boats (id int)");
    await expect(copy()).rejects.toThrow(/a table that Swellmates did not make.* public\.boats \(id\)\.$/);
    await ask(from!, "drop table boats");
  });
});
