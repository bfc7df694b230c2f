import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add, addressFor, open, put } from "../media/fixtures/uploading.ts";
import { unzip } from "../media/zip/fixtures/unzip.ts";
import { newId } from "../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { mergeWrites } from "../accounts/merges/writes-store.ts";
import { dinnerOf, idOf } from "../testing/books.ts";
import { newTrip } from "../testing/builders.ts";
import { namedPeople } from "./people.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

interface Column {
  readonly table: string;
  readonly column: string;
}
const nameOf = ({ table, column }: Column) => `${table}.${column}`;

const listed = Object.entries(namedPeople).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, treated]) => ({ table, column, treated })),
);

/** Every column of our tables, with whether it refers to a user. */
async function columnsOfDatabase(): Promise<readonly (Column & { refersToUser: boolean })[]> {
  const { rows } = await sql<Column & { refersToUser: boolean }>`
    select c.relname "table", a.attname "column", exists (select from pg_constraint k
      where k.contype = 'f' and k.confrelid = 'people'::regclass and k.conrelid = c.oid and k.conkey = array[a.attnum]) "refersToUser"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 2`.execute(swell.database.db);
  return rows;
}

const meansPerson =
  /(^|_)(user|person|people|voter|nominee|author|inviter|sender|uploader|owner|host)_ids?$|_by$|_of_user$/;

/** The columns in which a text occurs. */
async function columnsWith(text: string): Promise<string[]> {
  const columns = await columnsOfDatabase();
  const looks = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as name where exists (select from ${table} where strpos("${column}"::text, '${text}') > 0)`,
  );
  const { rows } = await sql<{ name: string }>`${sql.raw(looks.join(" union all "))}`.execute(swell.database.db);
  return rows.map(({ name }) => name).toSorted();
}

/** The rows of a column that name a person, by their place in the table's key. */
async function rowsNaming({ table, column }: Column, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select ${keyOf(table)} as key from ${sql.table(table)}
    where strpos(${sql.ref(column)}::text, ${id}) > 0`.execute(swell.database.db);
  return rows.map(({ key }) => key);
}
const keyOf = (table: string) =>
  sql.raw(`(select string_agg(to_jsonb(${table}) ->> a.attname, ' ' order by a.attnum) from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = '${table}'::regclass and i.indisprimary)`);

async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  await swell.database.db
    .insertInto(table as "people")
    .values(values as never)
    .execute();
}

interface Needed {
  readonly column: string;
  readonly type: string;
  /** The table and column to which it refers. */
  readonly target: string | null;
  readonly key: string;
}

/** The columns of a table that need a value. */
async function neededIn(table: string): Promise<readonly Needed[]> {
  const { rows } = await sql<Needed>`
    select a.attname "column", format_type(a.atttypid, null) "type", k.confrelid::regclass::text "target",
      (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[1]) "key"
    from pg_attribute a left join pg_constraint k on k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef`.execute(
    swell.database.db,
  );
  return rows;
}

/** What a column of this type may hold, if nothing else is known of it. */
function plainValue({ type, target, key }: Needed): unknown {
  if (target) return sql`(select max(${sql.ref(key)}::text)::uuid from ${sql.table(target)})`;
  if (type === "uuid") return newId();
  if (type === "bytea") return Buffer.from(newId());
  if (type.startsWith("timestamp")) return new Date(Date.now() + 3_600_000);
  if (type.endsWith("[]")) return [];
  return type === "text" ? "any" : 0;
}

/** Gives a person a plain row in each listed column that has none of them. A table with rules of its own needs a row by hand before. */
async function fillFor(id: string): Promise<void> {
  for (const { table, column } of listed) {
    if ((await rowsNaming({ table, column }, id)).length > 0) continue;
    const needed = (await neededIn(table)).map((one) => [one.column, plainValue(one)]);
    await insert(table, { ...Object.fromEntries(needed), [column]: id });
  }
}

/** Gives Bo a row in every table that names people. */
async function liveFully(): Promise<TestPerson> {
  const awards = ["Best Wipeout", "Best Hat"];
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const [wipeout, hat] = categories as [string, string];
  const me = bo!.id;
  const later = new Date(Date.now() + 3_600_000);
  const hash = () => randomBytes(32);
  const demo = newId();
  await insert("squads", { id: demo, name: "Example", description: "", invite_code: demo, demo_of: me });
  await insert("squad_members", { id: newId(), squad_id: demo, user_id: me, role: "admin" });

  await add(swell, bo!, `/api/trips/${trip}`, await jpeg());
  const shared = await jpeg();
  const theirs = String((await add(swell, ana, `/api/trips/${trip}`, shared)).body["id"]);
  await add(swell, bo!, `/api/trips/${trip}`, shared);
  await bo!.post(`/api/media/${theirs}/like`);
  await bo!.put(`/api/media/${theirs}/reaction`, { emoji: "🔥" });
  const trashed = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  await ana.delete(`/api/media/${trashed}`);
  await sql`update media set trashed_by = ${me} where id = ${trashed}`.execute(swell.database.db);
  await put(swell, bo!, await addressFor(bo!), await jpeg());

  for (const who of [ana, bo!, cleo!]) await who.post(`/api/categories/${wipeout}/vote`, { nomineeId: me });
  await insert("sealed_tallies", { category_id: wipeout, nominee_id: me, votes: 3 });
  await sql`update categories set closed_by = ${me} where id = ${wipeout}`.execute(swell.database.db);
  await sql`update trips set created_by = ${me} where id = ${trip}`.execute(swell.database.db);
  await bo!.post(`/api/categories/${hat}/vote`, { nomineeId: cleo!.id });
  const written = { trip_id: trip, category_id: hat, media_id: null, text: "Saw it" };
  const mine = newId();
  await insert("receipts", { ...written, id: mine, author_id: me, nominee_id: cleo!.id });
  await insert("receipts", { ...written, id: newId(), author_id: ana.id, nominee_id: me });
  await ana.post(`/api/trips/${trip}/night`, { startsAt: later.toJSON(), timeZone: "Europe/Lisbon" });
  const cards = JSON.stringify([
    { kind: "title" },
    { kind: "place", categoryId: wipeout, rank: 1, winnerIds: [me], votes: 3 },
  ]);
  await sql`update nights set first_done = ${me}, cards = ${cards} where trip_id = ${trip}`.execute(swell.database.db);
  await sql`insert into night_announcements (trip_id, changed_by, origin) values (${trip}, ${me}, '')
    on conflict (trip_id) do update set changed_by = ${me}`.execute(swell.database.db);
  await insert("night_letters", { id: newId(), trip_id: trip, user_id: me, news: "planned", starts_at: later });

  const dinner = dinnerOf([bo!, ana]);
  const cost = idOf(await bo!.post(`/api/trips/${trip}/costs`, dinner));
  await bo!.post(`/api/trips/${trip}/payments`, { key: newId(), from: ana.id, to: me, amount: 500 });
  const file = {
    kind: "pdf",
    file_name: "bill.pdf",
    file_type: "application/pdf",
    file_size: 5,
    sha256: hash(),
    crc32: 1,
  };
  await insert("cost_receipts", { id: newId(), trip_id: trip, cost_id: cost, uploader_id: me, ...file });

  const seat = { squad_id: squad, device: "Firefox", is_waiting: false };
  await insert("expected_people", { person_id: cleo!.id, squad_id: squad, added_by: me });
  await insert("seats", { ...seat, person_id: me, key_hash: hash() });
  await insert("seats", { ...seat, person_id: cleo!.id, key_hash: hash(), link_made_by: me, confirmed_by: me });
  await insert("account_alerts", { id: newId(), user_id: me, what: "browser", email: bo!.email, origin: "" });
  await insert("password_resets", {
    id: newId(),
    email_key: bo!.email,
    origin: "",
    user_id: me,
    token_hash: hash(),
    expires_at: later,
  });
  await insert("looks", { user_id: me, trip_id: trip, seen_at: later });
  await insert("library_imports", {
    id: newId(),
    user_id: me,
    trip_id: trip,
    item_id: "a",
    batch: newId(),
    file_name: "reef.jpg",
  });

  const invitation = { squad_id: squad, email_key: "eva@example.org", message: "", origin: "", expires_at: later };
  await insert("invitations", { ...invitation, id: newId(), inviter_id: me });
  const used = { used_at: new Date(), used_by: me, claimed_at: new Date(), claimed_by: me };
  await insert("invitations", { ...invitation, ...used, id: newId(), inviter_id: ana.id });
  await insert("vote_reminders", { id: newId(), trip_id: trip, user_id: me, origin: "", asked_by: null });
  await insert("vote_reminders", { id: newId(), trip_id: trip, user_id: cleo!.id, origin: "", asked_by: me });
  await insert("mails_of_people", { id: newId(), sender_id: me, kind: "invitation", mails: 1 });
  const { rows: sessions } = await sql<{ id: string }>`select id from sessions where user_id = ${me}`.execute(
    swell.database.db,
  );
  const keys = { p256dh: hash(), auth: hash() };
  const browser = { name: "Firefox", session_id: sessions[0]!.id, endpoint: `https://push.example/${newId()}` };
  await insert("push_devices", { id: newId(), person_id: me, ...browser, ...keys });
  await fillFor(me);
  return bo!;
}

/** Columns of exported rows with another name in the export. */
const renamed: Readonly<Record<string, string>> = {
  "account_alerts.created_at": "at",
  "admin_actions.done_at": "at",
  "also_added.added_at": "at",
  "comments.created_at": "at",
  "cost_receipts.created_at": "uploadedAt",
  "cost_receipts.file_size": "size",
  "cost_receipts.gone_at": "deletedAt",
  "identities.created_at": "linkedAt",
  "identities.issuer": "provider",
  "library_imports.updated_at": "at",
  "media.created_at": "uploadedAt",
  "media.file_size": "size",
  "media.trashed_at": "deletedAt",
  "reactions.given_at": "at",
  "sessions.created_at": "signedInAt",
  "user_space.bytes": "uploadedBytes",
};

/** Columns that no export shows: keys and hashes, states of the server, and what follows from columns that it shows. Columns of ids need no entry. */
const leftOut: Readonly<Record<string, string>> = {
  people: "is_demo",
  inbox_settings: "digest_at",
  admin_actions: "is_operator detail",
  accounts: "email_key password_hash had_demo was_invited",
  seats: "key_hash is_waiting link_made_at confirmed_by tickets_from",
  sessions: "token_hash night_of expires_at proved_at passkey_proved_at departures",
  push_devices: "endpoint p256dh auth shown",
  passkeys: "public_key counter transports",
  account_alerts: "origin token_hash expires_at",
  squad_members: "joined_at",
  trip_members: "joined_at may_vote",
  receipts: "hearts",
  comments: "key",
  cost_people: "paid shared sent received balance",
  costs: "key version",
  payments: "key",
  cost_receipts: "kind",
  library_imports: "batch progress is_duplicate fault_step fault is_final",
  media:
    "placeholder rendition_type state playback duration_ms film_start film_bytes is_animated utc_offset is_local_clock live is_demo card " +
    "name_order",
};

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The columns of a person's own rows that these files neither show nor leave out on purpose. */
async function forgottenColumns(files: ReadonlyMap<string, unknown>): Promise<string[]> {
  const columns = await columnsOfDatabase();
  return listed.flatMap(({ table, treated }) => {
    // What others have made too is no row of the person's own.
    if (!("exported" in treated) || table === "squads" || table === "trips") return [];
    const [first] = [files.get(`${treated.exported}.json`)].flat();
    const isKnown = (one: Column) =>
      (renamed[nameOf(one)] ?? camelCase(one.column)) in (first as object) ||
      /(^|_)id$/.test(one.column) ||
      leftOut[table]?.split(" ").includes(one.column) ||
      one.column in namedPeople[table as "people"]!;
    return columns.filter((one) => one.table === table && !isKnown(one)).map(nameOf);
  });
}

test("every column that refers to a user, or is called after a person, is on the list", async () => {
  const found = (await columnsOfDatabase()).filter(
    ({ column, refersToUser }) => refersToUser || meansPerson.test(column),
  );
  expect(found.length).toBeGreaterThan(40);
  const names = new Set(listed.map(nameOf));
  expect(found.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
});

test("the list names columns of the database only", async () => {
  const known = new Set((await columnsOfDatabase()).map(nameOf));
  expect(listed.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
});

test("a person's rows are exported and deleted as the list says", async () => {
  const bo = await liveFully();
  expect(await columnsWith(bo.id)).toEqual(listed.map(nameOf).toSorted());

  const { bytes } = await open(swell, bo, "/api/account/export");
  const files = new Map(
    unzip(bytes).map(({ name, bytes }) => [name, JSON.parse(name.endsWith(".json") ? String(bytes) : "1") as unknown]),
  );
  const exported = listed.flatMap(({ treated }) => ("exported" in treated ? treated.exported : []));
  const named = new Set(exported.map((name) => `${name}.json`));
  expect([...named].toSorted()).toEqual([...files.keys()].filter((name) => name.endsWith(".json")).toSorted());
  for (const name of named) expect([name, files.get(name)]).not.toEqual([name, []]);

  expect(await forgottenColumns(files)).toEqual([]);

  const before = new Map<string, string[]>();
  for (const one of listed) before.set(nameOf(one), await rowsNaming(one, bo.id));
  const gone = await bo.delete("/api/account", { confirm: bo.email, password: bo.password, photos: "leave" });
  expect([gone.status, gone.text]).toEqual([204, ""]);

  const happened = [];
  for (const { table, column } of listed) {
    const keys = before.get(nameOf({ table, column }))!;
    const { rows } = await sql<{ key: string }>`select ${keyOf(table)} as key from ${sql.table(table)}`.execute(
      swell.database.db,
    );
    const left = keys.filter((key) => rows.some((row) => row.key === key));
    const naming = await rowsNaming({ table, column }, bo.id);
    happened.push([nameOf({ table, column }), naming.length > 0 ? "stays" : left.length > 0 ? "name" : "row"]);
  }
  expect(happened).toEqual(
    listed.map(({ table, column, treated }) => [
      nameOf({ table, column }),
      "stays" in treated ? "stays" : treated.deleted,
    ]),
  );
  expect(await columnsWith(bo.id)).toEqual(
    listed
      .filter(({ treated }) => "stays" in treated)
      .map(nameOf)
      .toSorted(),
  );
  expect(await columnsWith(bo.email)).toEqual([]);
});

test("a person's rows are merged and come back as the list says", async () => {
  const [bo, zoe] = [await liveFully(), await swell.person("zoe")];
  const { db, transact } = swell.database;
  // Nobody is a person of today and one who was merged.
  await db.deleteFrom("merges").where("person_id", "=", bo.id).execute();
  // Nobody who is merged has an example.
  await db.deleteFrom("squads").where("demo_of", "=", bo.id).execute();
  const count = async (id: string) => {
    const found = new Map<string, number>();
    for (const one of listed) found.set(nameOf(one), (await rowsNaming(one, id)).length);
    return found;
  };
  const [before, zoeBefore] = [await count(bo.id), await count(zoe.id)];
  const pair = { from: bo.id, into: zoe.id };
  await transact(async (tx) => {
    expect(await mergeWrites(tx).lock(pair)).toBe(2);
    await mergeWrites(tx).merge(pair, { userId: zoe.id, squadId: null });
  });

  const [after, zoeAfter] = [await count(bo.id), await count(zoe.id)];
  for (const { table, column, treated } of listed) {
    const name = nameOf({ table, column });
    const [rows, gained] = [before.get(name)!, zoeAfter.get(name)! - zoeBefore.get(name)!];
    // The row of the merge itself is one more.
    const own = table === "merges" ? 1 : 0;
    if (treated.merged.startsWith("moves")) expect([name, after.get(name), gained]).toEqual([name, 0, rows + own]);
    if (treated.merged === "ends") expect([name, after.get(name), gained]).toEqual([name, 0, 0]);
    if (treated.merged === "stays") expect([name, after.get(name), gained]).toEqual([name, rows + own, 0]);
    if (treated.merged === "by hand" && name !== "votes.nominee_id")
      expect([name, zoeAfter.get(name)! > 0]).toEqual([name, rows > 0]);
  }

  await transact(async (tx) => {
    const { kept } = (await mergeWrites(tx).find(bo.id, zoe.id))!;
    await mergeWrites(tx).lock(pair, kept);
    await mergeWrites(tx).undo(pair, kept, false);
  });
  const back = await count(bo.id);
  for (const { table, column, treated } of listed) {
    const name = nameOf({ table, column });
    if (treated.undone === "returns") expect([name, back.get(name)]).toEqual([name, before.get(name)]);
    else if (treated.merged === "stays") expect([name, back.get(name)]).toEqual([name, before.get(name)]);
    else if (treated.undone === "stays") expect([name, back.get(name)]).toEqual([name, 0]);
  }
  for (const name of ["squad_members.user_id", "trip_members.user_id", "user_space.user_id"])
    expect([name, back.get(name)]).toEqual([name, before.get(name)]);
});
