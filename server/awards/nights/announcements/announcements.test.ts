import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, openTestApp } from "../../../testing/app.ts";
import { newTrip } from "../../../testing/builders.ts";
import { nextYearsEvening } from "../../../testing/evening.ts";
import { outboxOf } from "../../../testing/outbox.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "http://localhost" });
});
afterAll(() => swell.close());

const anHourLater = nextYearsEvening.replace("T20", "T21");
const planOf = (startsAt = nextYearsEvening) => ({ startsAt, timeZone: "Europe/Lisbon" });

async function newCrew() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout"] });
  const [bo, cleo] = [made.bo!, made.cleo!];
  /** Lets the time pass that an organizer has to correct a plan, and returns the subjects of Bo's mails about nights. */
  const subjects = async () => {
    await sql`update jobs.job set start_after = now() where name = 'night-announcements' and state = 'created'`.execute(
      swell.database.db,
    );
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select from jobs.job where name in ('night-announcements', 'mail')
          and (state in ('active', 'retry') or (state = 'created' and start_after <= now()))`.execute(
          swell.database.db,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 20_000, interval: 100 },
    );
    const mails = await outboxOf(swell.parts.config.dataDir, bo.email);
    return mails.map(({ subject }) => subject!).filter((subject) => subject.startsWith("Awards Night"));
  };
  return { ...made, bo, cleo, night: `/api/trips/${made.trip}/night`, subjects };
}

const ofTrip = "Awards Night of “Ericeira ’26”";

test("the crew gets a letter with the calendar file when a night is planned", async () => {
  const { ana, bo, night, subjects } = await newCrew();
  expect((await ana.post(night, planOf())).status).toBe(201);
  expect(await subjects()).toEqual([`${ofTrip} is planned`]);
  const [mail] = (await outboxOf(swell.parts.config.dataDir, bo.email)).filter(
    ({ subject }) => subject === `${ofTrip} is planned`,
  );
  expect(mail!.text).toContain("12 July");
  expect(mail!.text).toContain("(Europe/Lisbon)");
  expect(mail!.text).toContain(`http://localhost/trips/`);
  expect(mail!.text).toContain("Until then one award waits for your vote.");
  const [calendar] = mail!.attachments;
  expect(calendar).toMatchObject({ filename: "awards-night.ics", mimeType: "text/calendar" });
  expect(new TextDecoder().decode(calendar!.content as ArrayBuffer)).toContain("SUMMARY:Awards Night: Ericeira ’26");
  // Ana planned it herself.
  const own = await outboxOf(swell.parts.config.dataDir, ana.email);
  expect(own.filter(({ subject }) => subject?.startsWith("Awards Night"))).toEqual([]);
});

test("the crew hears of the last state alone, and of a new time twice a day at most", async () => {
  const { ana, trip, night, subjects } = await newCrew();
  await ana.post(night, planOf());
  await ana.put(night, planOf(anHourLater));
  expect(await subjects()).toEqual([`${ofTrip} is planned`]);
  // A change that keeps the time is no news.
  await ana.put(night, { ...planOf(anHourLater), movesByItself: true });
  expect(await subjects()).toHaveLength(1);
  await ana.put(night, planOf());
  const moved = [`${ofTrip} is planned`, `${ofTrip} has another time`];
  expect((await subjects()).toSorted()).toEqual(moved.toSorted());
  await ana.delete(night);
  expect(await subjects()).toHaveLength(2);
  const aDayAgo = new Date(Date.now() - 25 * 3_600_000);
  await swell.database.db
    .updateTable("night_announcements")
    .set({ sent_at: [aDayAgo, aDayAgo] })
    .where("trip_id", "=", trip)
    .execute();
  expect((await subjects()).toSorted()).toEqual([...moved, `${ofTrip} is called off`].toSorted());
});

test("nobody hears of a night from somebody who organizes the trip no more", async () => {
  const { ana, bo, squad, trip, night, subjects } = await newCrew();
  await ana.patch(`/api/squads/${squad}/members/${bo.id}`, { role: "admin" });
  await ana.post(night, planOf());
  expect((await bo.delete(`/api/squads/${squad}/members/${ana.id}?trips=leave`)).status).toBe(204);
  expect(trip).toBeTruthy();
  expect(await subjects()).toEqual([]);
});

test("a new trip of a public squad waits for a vote, and nobody hears of many nights", async () => {
  const { ana, bo, squad, categories, night, subjects } = await newCrew();
  expect((await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true })).status).toBe(200);
  await ana.post(night, planOf());
  expect(await subjects()).toEqual([]);
  await bo.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id });
  expect(await subjects()).toEqual([`${ofTrip} is planned`]);
  const days = { startDate: "2026-07-04", endDate: "2026-07-11" };
  for (let n = 0; n < 5; n++) {
    const { body } = await ana.post("/api/trips", { squadId: squad, name: `Trip ${n}`, location: "Here", ...days });
    const award = await ana.post(`/api/trips/${body["id"]}/categories`, { name: "Best Wax", description: "For it" });
    await bo.post(`/api/categories/${award.body["id"]}/vote`, { nomineeId: ana.id });
    await ana.post(`/api/trips/${body["id"]}/night`, planOf());
  }
  expect(await subjects()).toHaveLength(4);
});

test("nobody gets a letter who wants no mail of nights, or has muted the squad", { timeout: 30_000 }, async () => {
  const { ana, bo, cleo, squad, night, subjects } = await newCrew();
  await bo.put("/api/inbox/settings", { off: [], noMail: ["nights"], quiet: null });
  await cleo.put(`/api/inbox/squads/${squad}`, { off: [], mutedUntil: "2100-01-01T00:00:00Z" });
  await ana.post(night, planOf());
  expect(await subjects()).toEqual([]);
  const toCleo = await outboxOf(swell.parts.config.dataDir, cleo.email);
  expect(toCleo.filter(({ subject }) => subject?.startsWith(ofTrip))).toEqual([]);
});

test("nobody gets a letter who ended such mails, or from an unconfirmed address", async () => {
  const { ana, bo, cleo, night, subjects } = await newCrew();
  await swell.database.db
    .updateTable("accounts")
    .set({ email_confirmed_at: null })
    .where("person_id", "=", ana.id)
    .execute();
  expect((await ana.post(night, planOf())).status).toBe(201);
  expect(await subjects()).toEqual([]);
  await swell.confirm(ana);
  await ana.put(night, planOf(anHourLater));
  expect(await subjects()).toEqual([`${ofTrip} is planned`]);
  const toBo = await outboxOf(swell.parts.config.dataDir, bo.email);
  const mail = toBo.find(({ subject }) => subject?.startsWith(ofTrip));
  const to = /\/no-mail\?to=([\w-]{43})/.exec(mail!.text!)![1]!;
  expect((await swell.visitor.put("/api/no-mail", { to, isOff: true })).status).toBeLessThan(300);
  await ana.put(night, planOf());
  expect(await subjects()).toHaveLength(1);
  const toCleo = await outboxOf(swell.parts.config.dataDir, cleo.email);
  expect(toCleo.filter(({ subject }) => subject?.startsWith(ofTrip))).toHaveLength(2);
});
