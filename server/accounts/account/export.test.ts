import { sql } from "kysely";
import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, open } from "../../media/fixtures/uploading.ts";
import { authenticator } from "../passkeys/fixtures/authenticator.ts";
import { addTo } from "../passkeys/fixtures/browser.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { unzip } from "../../media/zip/fixtures/unzip.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test("an export is one zip of records, and of originals byte for byte", async () => {
  const { ana, bo, trip, squad, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const [first, second, theirs] = [await jpeg(), await jpeg(), await jpeg()];
  const takenAt = "2026-07-04T17:22:05.000Z";
  const more = { caption: "At dawn", metadata: { creationTime: takenAt } };
  const made = await add(swell, bo!, `/api/trips/${trip}`, first, more);
  await add(swell, bo!, `/api/squads/${squad}`, second, { metadata: { creationTime: takenAt } });
  const liked = String((await add(swell, ana, `/api/trips/${trip}`, theirs)).body["id"]);
  await bo!.post(`/api/media/${liked}/like`);
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id });
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await ana.post(`/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  const proof = { nomineeId: ana.id, text: "Saw it" };
  const receipt = (await bo!.post(`/api/categories/${categories[0]}/receipts`, proof)).body["id"];
  await ana.post(`/api/categories/${categories[0]}/receipts`, { nomineeId: bo!.id, text: "By somebody else" });
  await bo!.put(`/api/receipts/${String(receipt)}/heart`);
  await bo!.put(`/api/trips/${trip}/night/bonus/me`);
  await bo!.put(`/api/categories/${categories[0]}/not-for-me`);
  await bo!.patch("/api/auth/user", { bio: "Salty" });

  await addTo(swell, bo!, authenticator());
  await sql`insert into library_imports (id, user_id, trip_id, item_id, batch, file_name, state)
    values (gen_random_uuid(), ${bo!.id}, ${trip}, 'item', gen_random_uuid(), 'reef.jpg', 'failed')`.execute(
    swell.database.db,
  );

  const reply = await open(swell, bo!, "/api/account/export");
  expect(reply.status).toBe(200);
  expect(reply.headers["content-type"]).toBe("application/zip");
  expect(String(reply.headers["content-disposition"])).toMatch(
    /^attachment; filename="Swellmates \d{4}-\d\d-\d\d\.zip"/,
  );
  expect(Number(reply.headers["content-length"])).toBe(reply.bytes.length);
  const files = new Map(unzip(reply.bytes).map(({ name, bytes }) => [name, bytes]));
  const record = (name: string): unknown => JSON.parse(String(files.get(`${name}.json`)));
  expect([...files.keys()].filter((name) => !name.endsWith(".json"))).toEqual([
    "costs.csv",
    "photos/2026-07-04 wave.jpg",
    "photos/2026-07-04 wave (2).jpg",
  ]);
  expect(files.get("photos/2026-07-04 wave.jpg")!.equals(first)).toBe(true);
  expect(files.get("photos/2026-07-04 wave (2).jpg")!.equals(second)).toBe(true);
  expect(record("profile")).toMatchObject({ id: bo!.id, email: bo!.email, firstName: "Bo", bio: "Salty" });
  expect(record("profile")).toHaveProperty("emailConfirmedAt", expect.any(String));
  expect(record("passkeys")).toEqual([{ name: "Passkey", createdAt: expect.any(String), lastUsedAt: null }]);
  expect(record("sessions")).toMatchObject([{ device: null, lastSeenAt: expect.any(String) }]);
  expect(record("squads")).toMatchObject([{ id: squad, name: "Dawn Patrol", role: "member" }]);
  expect(record("trips")).toMatchObject([{ id: trip, name: "Ericeira ’26", squad: "Dawn Patrol", createdByMe: false }]);
  expect(record("votes")).toEqual([
    {
      trip: "Ericeira ’26",
      award: "Best Wipeout",
      votedFor: "Ana Berg",
      isVoid: false,
      isSkipped: false,
      isSealed: false,
    },
  ]);
  const about = { trip: "Ericeira ’26", award: "Best Wipeout", about: "Ana Berg" };
  expect(record("receipts")).toEqual([{ ...about, text: "Saw it", mediaId: null }]);
  expect(record("receiptHearts")).toEqual([about]);
  expect(record("bonusOptOuts")).toEqual([{ trip: "Ericeira ’26" }]);
  expect(record("notForMe")).toEqual([{ trip: "Ericeira ’26", award: "Best Wipeout" }]);
  expect(record("likes")).toEqual([{ mediaId: liked, trip: "Ericeira ’26", squad: "Dawn Patrol" }]);
  expect(record("imports")).toMatchObject([{ fileName: "reef.jpg", state: "failed", trip: "Ericeira ’26" }]);
  expect(record("media")).toMatchObject([
    {
      file: "photos/2026-07-04 wave.jpg",
      id: String(made.body["id"]),
      caption: "At dawn",
      takenAt,
      trip: "Ericeira ’26",
    },
    { file: "photos/2026-07-04 wave (2).jpg", caption: null, trip: null, squad: "Dawn Patrol" },
  ]);
  const text = [...files].filter(([name]) => name.endsWith(".json")).map(([, bytes]) => String(bytes));
  expect(text.join("\n")).not.toMatch(/argon2|password|token|ana\.\d+\./i);
});

test("an export can resume, and a former member's export names no squad or trip", async () => {
  const { bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  const photo = await jpeg();
  await add(swell, bo!, `/api/trips/${trip}`, photo);
  await bo!.post(`/api/squads/${squad}/leave`, {});
  const whole = await open(swell, bo!, "/api/account/export");
  const range = { range: "bytes=100-", "if-range": String(whole.headers["etag"]) };
  const rest = await open(swell, bo!, "/api/account/export", range);
  expect(rest.status).toBe(206);
  expect(rest.bytes.equals(whole.bytes.subarray(100))).toBe(true);
  // The first resumed request finds the layout of the whole, and this one makes it again.
  const again = await open(swell, bo!, "/api/account/export", range);
  expect([again.status, again.bytes.equals(rest.bytes)]).toEqual([206, true]);
  const files = new Map(unzip(whole.bytes).map(({ name, bytes }) => [name, bytes]));
  expect(JSON.parse(String(files.get("media.json")))).toMatchObject([{ trip: null, squad: null }]);
  expect([...files.values()].some((bytes) => bytes.equals(photo))).toBe(true);
});

test("a lost file does not stop the export of the others", async () => {
  const { bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const lost = String((await add(swell, bo!, `/api/trips/${trip}`, await jpeg())).body["id"]);
  const kept = await jpeg();
  await add(swell, bo!, `/api/trips/${trip}`, kept);
  await openBlobs(swell.parts.config).remove(`${lost}/original`);
  const { status, bytes } = await open(swell, bo!, "/api/account/export");
  expect(status).toBe(200);
  const files = unzip(bytes);
  expect(files.filter(({ name }) => name.startsWith("photos/")).map((file) => file.bytes.equals(kept))).toEqual([true]);
  const listed: unknown = JSON.parse(String(files.find(({ name }) => name === "media.json")!.bytes));
  expect(listed).toMatchObject([{ id: lost, file: null }, { file: expect.stringMatching(/^photos\//) }]);
});

test("long lists come in parts, in order", async () => {
  const { bo, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  await sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, likes, taken_at)
    select gen_random_uuid(), 'gallery', ${bo!.id}, ${squad}, 'photo "' || n || E'"\n.jpg', 'image/jpeg', 1000, sha256(n::text::bytea), n, 4, 3, 1,
      timestamptz '2026-01-01' - n * interval '1 minute' from generate_series(1, 3500) n`.execute(swell.database.db);
  await sql`insert into media_likes (media_id, user_id) select id, ${bo!.id} from media where uploader_id = ${bo!.id}`.execute(
    swell.database.db,
  );
  let longest = 0;
  const one: Database["one"] = async <T>(statement: Statement, values: readonly unknown[]) => {
    const found = await swell.database.one<T>(statement, values);
    if (Array.isArray(found)) longest = Math.max(longest, found.length);
    return found;
  };
  const counting = await openTestApp({}, { ...swell.database, one });
  const { bytes } = await open(counting, bo!, "/api/account/export");
  await counting.close();
  expect(longest).toBe(1000);
  const files = new Map(unzip(bytes).map(({ name, bytes }) => [name, String(bytes)]));
  for (const [name, text] of files)
    if (name.endsWith(".json")) expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  const list = (name: string) => JSON.parse(files.get(`${name}.json`)!) as Record<string, unknown>[];
  expect(list("media").map(({ crc32 }) => crc32)).toEqual(Array.from({ length: 3500 }, (_, i) => 3500 - i));
  expect(list("likes")).toHaveLength(3500);
});

test("an export needs a session", async () => {
  expect((await swell.visitor.get("/api/account/export")).status).toBe(401);
});

test("the export names no squad or trip that the person has left", async () => {
  const { bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  for (const place of [{ trip_id: trip }, { squad_id: squad }])
    await sql`insert into library_imports (id, user_id, trip_id, squad_id, item_id, batch, file_name, state)
      values (gen_random_uuid(), ${bo!.id}, ${place.trip_id ?? null}, ${place.squad_id ?? null}, 'item', gen_random_uuid(), 'reef.jpg', 'failed')`.execute(
      swell.database.db,
    );
  await bo!.post(`/api/trips/${trip}/leave`, {});
  await bo!.post(`/api/squads/${squad}/leave`, {});
  const reply = await open(swell, bo!, "/api/account/export");
  const imports = unzip(reply.bytes).find(({ name }) => name === "imports.json")!;
  expect(JSON.parse(String(imports.bytes))).toMatchObject([
    { fileName: "reef.jpg", trip: null, squad: null },
    { fileName: "reef.jpg", trip: null, squad: null },
  ]);
});

test("an export after a removal holds no word and no count written since", async () => {
  const awards = ["Best Wipeout", "Best Hat"];
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const [wipeout, hat] = categories as [string, string];
  const photo = String((await add(swell, bo!, `/api/trips/${trip}`, await jpeg(), { caption: "Mine" })).body["id"]);
  const own = String((await add(swell, bo!, `/api/squads/${squad}`, await jpeg())).body["id"]);
  const theirs = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  await bo!.post(`/api/media/${theirs}/like`);
  // The vote of a decided award stays when its voter goes.
  for (const who of [ana, bo!, cleo!]) await who.post(`/api/categories/${wipeout}/vote`, { nomineeId: cleo!.id });
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await ana.post(`/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  const proof = { nomineeId: ana.id, text: "Saw it" };
  const receipt = (await bo!.post(`/api/categories/${hat}/receipts`, proof)).body["id"];
  await bo!.put(`/api/receipts/${String(receipt)}/heart`);
  await bo!.put(`/api/trips/${trip}/night/bonus/me`);
  await bo!.put(`/api/categories/${hat}/not-for-me`);
  await sql`insert into library_imports (id, user_id, trip_id, item_id, batch, file_name, state)
    values (gen_random_uuid(), ${bo!.id}, ${trip}, 'item', gen_random_uuid(), 'reef.jpg', 'failed')`.execute(
    swell.database.db,
  );
  const filesOf = async () => {
    const files = unzip((await open(swell, bo!, "/api/account/export")).bytes);
    return new Map(files.map(({ name, bytes }) => [name, String(bytes)]));
  };
  const before = await filesOf();
  const listed = (files: Map<string, string>, name: string) => JSON.parse(files.get(`${name}.json`)!) as unknown[];
  for (const name of ["votes", "receipts", "receiptHearts", "bonusOptOuts", "notForMe", "likes", "imports"])
    expect([name, listed(before, name).length]).toEqual([name, 1]);

  expect((await ana.delete(`/api/squads/${squad}/members/${bo!.id}?trips=leave`)).status).toBe(204);
  const since = "Since";
  await ana.put(`/api/squads/${squad}`, { name: since, description: since });
  const [startDate, endDate] = ["2026-07-04", "2026-07-11"];
  await ana.put(`/api/trips/${trip}`, { name: since, location: since, description: since, startDate, endDate });
  for (const id of categories) await ana.put(`/api/categories/${id}`, { name: since, description: since });
  for (const who of [ana, cleo!]) for (const id of [photo, own]) await who.post(`/api/media/${id}/like`);
  const called = { first_name: since, last_name: since };
  await swell.database.db.updateTable("people").set(called).where("id", "in", [ana.id, cleo!.id]).execute();

  const after = await filesOf();
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  for (const [name, text] of after)
    if (name.endsWith(".json")) expect([name, text]).not.toEqual([name, expect.stringContaining(since)]);
  expect(listed(after, "votes")).toEqual([
    { trip: null, award: null, votedFor: null, isVoid: null, isSkipped: false, isSealed: null },
  ]);
  expect(listed(after, "notForMe").every((row) => JSON.stringify(row) === '{"trip":null,"award":null}')).toBe(true);
  expect(listed(after, "media")).toMatchObject([{ likes: null }, { likes: null }]);
  // A nominee who deletes their account does not show in it either.
  await cleo!.delete("/api/account", { confirm: cleo!.email, password: cleo!.password });
  expect(listed(await filesOf(), "votes")).toEqual(listed(after, "votes"));
});
