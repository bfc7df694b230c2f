import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../platform/db/id.ts";
import { addLikedPhoto } from "../testing/liked-photo.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { openActivity } from "../schema/activity.ts";
import { undeliveredStore } from "../squads/invitations/undelivered-store.ts";
import { newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

async function newCrew() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora"], awards: ["Best Wave", "Best Wipeout"] });
  const [ana, bo, cleo, dora] = made.people as [TestPerson, TestPerson, TestPerson, TestPerson];
  /** Adds photos at one moment each, the latest last. */
  const addPhotos = async (who: TestPerson, count: number, at = new Date()) => {
    for (let n = 0; n < count; n++) {
      const photo = await addLikedPhoto(swell, { squadId: made.squad, tripId: made.trip, uploaderId: who.id }, 0);
      await swell.database.db
        .insertInto("activity")
        .values({
          id: newId(),
          kind: "photo_added",
          trip_id: made.trip,
          actor_id: who.id,
          media_id: photo,
          ...({ created_at: new Date(at.getTime() + n) } as object),
        })
        .execute();
    }
  };
  return { ...made, ana, bo, cleo, dora, addPhotos };
}

const textsOf = async (who: TestPerson, query = "") =>
  rows((await who.get(`/api/inbox${query}`)).body).map(({ text }) => text);
const countOf = async (who: TestPerson) => Number((await who.get("/api/inbox/count")).body["count"]);

test("the photos of a day are one sentence, with who added them", async () => {
  const { ana, bo, cleo, dora, addPhotos } = await newCrew();
  await addPhotos(bo, 2);
  expect((await textsOf(ana))[0]).toBe("Bo added 2 photos to Ericeira ’26");
  await addPhotos(cleo, 1, new Date(Date.now() + 10));
  expect((await textsOf(ana))[0]).toBe("Cleo and Bo added 3 photos to Ericeira ’26");
  await addPhotos(dora, 40, new Date(Date.now() + 20));
  const [entry] = rows((await ana.get("/api/inbox")).body);
  expect(entry).toMatchObject({ text: "Dora and 2 others added 43 photos to Ericeira ’26", who: { id: dora.id } });
  expect(entry!["photoIds"]).toHaveLength(3);
  // The sentence for Dora leaves out her own photos.
  expect((await textsOf(dora))[0]).toBe("Cleo and Bo added 3 photos to Ericeira ’26");
});

test("days are those of the reader", async () => {
  const { ana, bo, addPhotos } = await newCrew();
  const evening = new Date("2090-07-05T22:30:00Z");
  await addPhotos(bo, 1, evening);
  await addPhotos(bo, 1, new Date(evening.getTime() + 3_600_000));
  const photosIn = async (zone: string) =>
    (await textsOf(ana, `?zone=${zone}`)).filter((text) => String(text).includes("photo"));
  expect(await photosIn("UTC")).toEqual(["Bo added 2 photos to Ericeira ’26"]);
  // There, midnight lies between the two.
  expect(await photosIn("Europe/Lisbon")).toHaveLength(2);
});

test("a heart is told without who gave it", async () => {
  const { ana, bo, squad, trip } = await newCrew();
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: ana.id }, 0);
  await bo.post(`/api/media/${photo}/like`);
  const reply = await ana.get("/api/inbox");
  expect(rows(reply.body)[0]).toMatchObject({
    text: "Your photo in Ericeira ’26 got a heart",
    who: null,
    opens: "photo",
    photoIds: [photo],
  });
  expect(reply.text).not.toContain(bo.id);
});

test("what was seen is not new on any device, and no earlier moment undoes that", async () => {
  const { ana, bo, addPhotos } = await newCrew();
  await addPhotos(bo, 1);
  expect(await countOf(ana)).toBeGreaterThan(0);
  const until = new Date(Date.now() + 1000).toJSON();
  expect((await ana.put("/api/inbox/seen", { until })).status).toBe(204);
  expect(await countOf(ana)).toBe(0);
  expect(rows((await ana.get("/api/inbox")).body).filter(({ isNew }) => isNew)).toEqual([]);
  await ana.put("/api/inbox/seen", { until: "2020-01-01T00:00:00Z" });
  expect(await countOf(ana)).toBe(0);
  // A clock that is wrong does not hide what comes.
  await ana.put("/api/inbox/seen", { until: "2099-01-01T00:00:00Z" });
  await addPhotos(bo, 1, new Date(Date.now() + 2000));
  expect(await countOf(ana)).toBe(1);
});

test("pages follow each other without a gap or a repetition", async () => {
  const { ana, bo, trip } = await newCrew();
  await swell.database.db
    .insertInto("activity")
    .values(
      Array.from({ length: 95 }, () => ({ id: newId(), kind: "night_moved" as const, trip_id: trip, actor_id: bo.id })),
    )
    .execute();
  const seen: unknown[] = [];
  let path: string | undefined = "/api/inbox?limit=20";
  while (path) {
    const reply = await ana.get(path);
    seen.push(...rows(reply.body).map(({ id }) => id));
    path = /<([^>]+)>/.exec(String(reply.headers["link"] ?? ""))?.[1];
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(95);
});

test("choices are kept, and a bad one changes nothing", async () => {
  const { ana, squad } = await newCrew();
  const chosen = {
    off: ["likes"],
    noMail: ["photos"],
    quiet: { from: "22:00", to: "08:00", timeZone: "Europe/Lisbon" },
  };
  expect((await ana.put("/api/inbox/settings", chosen)).body).toMatchObject(chosen);
  for (const bad of [
    { ...chosen, off: ["gossip"] },
    { ...chosen, quiet: { ...chosen.quiet, from: "24:00" } },
    { ...chosen, quiet: { ...chosen.quiet, timeZone: "Mars/Olympus" } },
  ])
    expect((await ana.put("/api/inbox/settings", bad)).status).toBe(400);
  const muted = { off: ["people"], mutedUntil: "2090-01-01T00:00:00.000Z" };
  expect((await ana.put(`/api/inbox/squads/${squad}`, muted)).status).toBe(200);
  expect((await ana.put(`/api/inbox/squads/${newId()}`, muted)).status).toBe(404);
  const { body } = await ana.get("/api/inbox/settings");
  expect(body).toMatchObject({ ...chosen, squads: [{ squadId: squad, name: "Dawn Patrol", ...muted }] });
});

test("news names an invitation that did not arrive, to its sender alone", async () => {
  const { ana, bo, squad } = await newCrew();
  const email = "nobody@trips.example.org";
  await ana.post("/api/squad-invites", { squadId: squad, emails: [email] });
  const { id } = await swell.database.db
    .selectFrom("invitations")
    .select("id")
    .where("squad_id", "=", squad)
    .where("email_key", "=", email)
    .executeTakeFirstOrThrow();
  const store = undeliveredStore(swell.database, openActivity(swell.parts.live));
  for (const isFirst of [true, false]) expect(await store.invitation(id, "No such mailbox.")).toBe(isFirst);
  const failed = `Your invitation to ${email} did not arrive`;
  expect((await textsOf(ana)).filter((text) => String(text) === failed)).toHaveLength(1);
  expect(await textsOf(bo)).not.toContain(failed);
});

test("news names who joined, and awards that somebody added", async () => {
  const { ana, bo } = await newCrew();
  expect(await textsOf(ana)).toContain("Dora and 2 others joined Dawn Patrol");
  expect(await textsOf(bo)).toContain("Ana added 2 awards to Ericeira ’26");
});

test.each([
  [
    "a day before a night that voting closes",
    "voting-closes",
    "Voting on Ericeira ’26 closes within a day, you have 2 awards left",
  ],
  [
    "ten minutes before a night that it begins",
    "night-begins",
    "The Awards Night of Ericeira ’26 begins in ten minutes",
  ],
])("the crew hears %s, once", { timeout: 30_000 }, async (_when, queue, text) => {
  const { ana, bo, trip } = await newCrew();
  const startsAt = new Date(Date.now() + 2 * 86_400_000).toJSON();
  const plan = { startsAt, timeZone: "Europe/Lisbon" };
  expect((await ana.post(`/api/trips/${trip}/night`, plan)).status).toBe(201);
  // A changed plan with the same time sends a second job.
  expect((await ana.put(`/api/trips/${trip}/night`, { ...plan, movesByItself: true })).status).toBe(200);
  expect(await textsOf(bo)).not.toContain(text);
  await sql`update jobs.job set start_after = now() where name = ${queue} and state = 'created'`.execute(
    swell.database.db,
  );
  await vi.waitFor(async () => expect(await textsOf(bo)).toContain(text), { timeout: 20_000, interval: 200 });
  await vi.waitFor(
    async () => {
      const { rows: left } = await sql`select from jobs.job where name = ${queue} and state <> 'completed'`.execute(
        swell.database.db,
      );
      expect(left).toEqual([]);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect((await textsOf(bo)).filter((one) => String(one) === text)).toHaveLength(1);
  // The beginning is no news for long.
  await sql`update trip_members set joined_at = '2020-01-01' where trip_id = ${trip}`.execute(swell.database.db);
  await sql`update activity set created_at = now() - interval '11 minutes' where trip_id = ${trip}`.execute(
    swell.database.db,
  );
  expect((await textsOf(bo)).includes(text as never)).toBe(queue === "voting-closes");
});

test("admins are asked once when many people sit down", async () => {
  const { ana, bo, squad, inviteOf } = await newCrew();
  await sql`insert into people (id, first_name, last_name) select gen_random_uuid(), 'Seat', n::text from generate_series(1, 30) n`.execute(
    swell.database.db,
  );
  await sql`insert into seats (person_id, squad_id, key_hash) select id, ${squad}, sha256(id::text::bytea) from people
    where first_name = 'Seat'`.execute(swell.database.db);
  const invite = await inviteOf();
  for (const firstName of ["Uma", "Vik"]) {
    const seat = {
      firstName,
      invite,
      key: Buffer.from(newId() + newId())
        .toString("base64url")
        .slice(0, 43),
    };
    const { body } = await swell.visitor.post(`/api/squads/${squad}/seats`, seat);
    expect(body).toMatchObject({ isWaiting: true });
  }
  const asked = "People wait to be let into Dawn Patrol";
  expect((await textsOf(ana)).filter((text) => String(text) === asked)).toHaveLength(1);
  expect(await textsOf(bo)).not.toContain(asked);
  await ana.post(`/api/squads/${squad}/seats/let-in`, {});
  expect(await textsOf(bo)).toContainEqual(expect.stringMatching(/^(Uma|Vik) and 3 others joined Dawn Patrol$/));
});
