import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, open } from "../../media/fixtures/uploading.ts";
import { unzip } from "../../media/zip/fixtures/unzip.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** Replaces what differs between two runs: ids by their order, moments of today, sums of invented pictures, and invented addresses. */
function steady(text: string): string {
  const ids = new Map<string, number>();
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, ids.size + 1);
      return `id ${ids.get(id)}`;
    })
    .replace(/"20[^"]+Z"/g, (moment) =>
      Date.now() - Date.parse(JSON.parse(moment)) < 3_600_000 ? '"just now"' : moment,
    )
    .replace(/"[0-9a-f]{64}"/g, '"a sum"')
    .replace(/"(crc32|size|uploadedBytes)": \d+/g, '"$1": "a number"')
    .replace(/bo\.\d+\.\w+@/g, "bo@");
}

test("the whole export of a person with records of many kinds", async () => {
  const awards = ["Best Wipeout", "Best Hat", "Best Nap"];
  const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const [wipeout, hat, nap] = categories as [string, string, string];
  const { db } = swell.database;
  await bo!.patch("/api/auth/user", { bio: 'Salty “and” \\ "quoted" — é' });
  const alone = {
    name: "Baja",
    location: "Mexico",
    startDate: "2026-02-01T00:00:00.000Z",
    endDate: "2026-02-09T00:00:00.000Z",
  };
  const own = String((await bo!.post("/api/trips", alone)).body["id"]);
  await bo!.post("/api/squads", { name: "Longboarders" });

  const more = { caption: "At dawn", metadata: { creationTime: "2026-07-04T17:22:05.000Z" } };
  await add(swell, bo!, `/api/trips/${trip}`, await jpeg(), more);
  await add(swell, bo!, `/api/squads/${squad}`, await jpeg(), {
    metadata: { creationTime: "2026-07-03T08:00:00.000Z" },
  });
  const [shared, other] = [await jpeg(), await jpeg()];
  const theirs = String((await add(swell, ana, `/api/trips/${trip}`, shared)).body["id"]);
  const liked = String((await add(swell, ana, `/api/squads/${squad}`, other)).body["id"]);
  for (const id of [theirs, liked]) await bo!.post(`/api/media/${id}/like`);
  for (const id of [theirs, liked]) {
    await bo!.post(`/api/media/${id}/comments`, { key: newId(), text: "Clean “set”\nSecond line" });
    await bo!.put(`/api/media/${id}/reaction`, { emoji: "🏄" });
  }
  await add(swell, bo!, `/api/trips/${trip}`, shared, { caption: "Mine too" });
  await add(swell, bo!, `/api/squads/${squad}`, other);

  await bo!.post(`/api/categories/${wipeout}/vote`, { nomineeId: ana.id });
  await bo!.post(`/api/categories/${hat}/vote`, { nomineeId: cleo!.id });
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await ana.post(`/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });
  await bo!.post(`/api/categories/${nap}/skip`);
  for (const [award, nominee] of [
    [wipeout, ana],
    [hat, cleo!],
  ] as const) {
    const receipt = newId();
    await sql`insert into receipts (id, trip_id, category_id, nominee_id, author_id, text)
      values (${receipt}, ${trip}, ${award}, ${nominee.id}, ${bo!.id}, ${`Saw ${nominee.name}`})`.execute(db);
    await bo!.put(`/api/receipts/${receipt}/heart`);
  }
  await bo!.put(`/api/trips/${trip}/night/bonus/me`);
  for (const award of [hat, nap]) await bo!.put(`/api/categories/${award}/not-for-me`);

  const id = bo!.id;
  await sql`update trip_members set mood = 'stoked', excitement_level = 9 where user_id = ${id} and trip_id = ${own}`.execute(
    db,
  );
  for (const [n, device] of ["Firefox on Windows", null].entries()) {
    await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
      values (${newId()}, ${id}, ${Buffer.from(`${id}${n}`)}, ${Buffer.alloc(70)}, 1, '{}', ${`Key ${n}`},
        timestamptz '2026-01-01 10:00:00.069' + ${n} * interval '1 day', ${n ? null : new Date("2026-01-02T03:04:05.678Z")})`.execute(
      db,
    );
    await sql`insert into sessions (token_hash, user_id, device, created_at, last_seen_at, expires_at)
      values (${Buffer.alloc(32, n + 1)}, ${id}, ${device}, timestamptz '2026-01-01 10:00:00.1239' + ${n} * interval '1 day', '2026-01-02', now() + interval '1 day')`.execute(
      db,
    );
    await sql`insert into identities (id, user_id, issuer, subject, email, created_at)
      values (${newId()}, ${id}, ${`https://${n}.example.org`}, 'bo', ${n ? null : "bo@example.org"}, '2026-01-03')`.execute(
      db,
    );
    await sql`insert into account_alerts (id, user_id, what, detail, email, origin, created_at)
      values (${newId()}, ${id}, 'browser', ${device}, 'bo@example.org', 'https://swell.example.org', '2026-01-04')`.execute(
      db,
    );
    await sql`insert into library_imports (id, user_id, trip_id, squad_id, item_id, batch, file_name, state, updated_at)
      values (${newId()}, ${id}, ${n ? trip : null}, ${n ? null : squad}, 'item', gen_random_uuid(), ${`reef ${n}.jpg`}, 'failed', timestamptz '2026-01-05' + ${n} * interval '1 day')`.execute(
      db,
    );
  }

  const { bytes } = await open(swell, bo!, "/api/account/export");
  const records = unzip(bytes).filter(({ name, bytes }) => name.endsWith(".json") && String(bytes) !== "[]\n");
  const whole = records.map(({ name, bytes }) => `${name}\n${String(bytes)}`).join("\n");
  await expect(steady(whole)).toMatchFileSnapshot("fixtures/whole-export.txt");
});
