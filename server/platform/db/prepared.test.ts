import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../schema/database.ts";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table shelf (id int primary key, book text)`.execute(database.db);
  await sql`insert into shelf values (1, 'one'), (2, 'two')`.execute(database.db);
});
afterAll(() => database.drop());

/** The statements on `shelf` that this connection has prepared. */
const prepared = sql<{
  statement: string;
}>`select statement from pg_prepared_statements where statement like '%from shelf%'`;
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work();
};

test("a repeated statement is prepared, and its answers stay the same", async () => {
  await database.db.connection().execute(async (db) => {
    const ask = (id: number) => sql<{ book: string }>`select book from shelf where id = ${id}`.execute(db);
    await times(3, () => ask(1));
    expect((await prepared.execute(db)).rows).toEqual([]);
    await times(10, () => ask(1));
    expect((await prepared.execute(db)).rows).toEqual([{ statement: "select book from shelf where id = $1" }]);
    expect((await ask(2)).rows).toEqual([{ book: "two" }]);
  });
});

test("statements that run once are not prepared", async () => {
  await database.db.connection().execute(async (db) => {
    const odd = (n: number) => sql.raw(`select ${n} from shelf where id = 1`).execute(db);
    for (let n = 0; n < 1200; n++) await odd(n);
    expect((await prepared.execute(db)).rows.filter(({ statement }) => /select \d/.test(statement))).toEqual([]);
  });
});

test("a text with several statements is not prepared", async () => {
  const both = () => sql.raw("select 1; select 2").execute(database.db);
  await expect(times(10, both)).resolves.toBeUndefined();
});

test.each(["within", "outside"])(
  "a prepared statement survives a change of its table, %s a transaction",
  async (where) => {
    const ask = (db: Db) => sql<object>`select * from shelf where id = ${1}`.execute(db);
    const all = () => (where === "within" ? database.transact(ask) : ask(database.db));
    await times(10, all);
    await sql`alter table shelf add column ${sql.id(where)} boolean not null default true`.execute(database.db);
    expect((await all()).rows).toMatchObject([{ id: 1, book: "one", [where]: true }]);
    await times(10, all);
  },
);
