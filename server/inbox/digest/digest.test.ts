import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newId } from "../../platform/db/id.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";
import { newSeat } from "../../testing/seats.ts";
import { newTrip } from "../../testing/builders.ts";
import { leave, sendDigests } from "../../testing/digests.ts";
import { mailTo, outboxOf } from "../../testing/outbox.ts";
import { isQuiet } from "./quiet.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "http://trips.example.org" });
});
afterAll(() => swell.close());

/** A trip to which Ana has added an award while Bo and Cleo were away. */
async function newAbsence() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wave"] });
  const [ana, bo, cleo] = made.people as [TestPerson, TestPerson, TestPerson];
  for (const who of [ana, bo, cleo]) await leave(swell, who.id);
  return { ...made, ana, bo, cleo };
}

const digestsTo = async (who: TestPerson) =>
  (await outboxOf(swell.parts.config.dataDir, who.email)).filter(({ subject }) => subject?.includes("new from"));
/** Sends the digests that are due. Mails go one after the other, so a later mail to somebody else shows that they are out. */
const settle = async () => {
  const { email } = await swell.confirm(await swell.person("witness"));
  await sendDigests(swell);
  await swell.visitor.post("/api/password/forgot", { email });
  await mailTo(swell.parts.config.dataDir, email, 1);
};

test("a digest says what waits, looks like our letters, and comes once a day", { timeout: 60_000 }, async () => {
  const { bo, ana } = await newAbsence();
  await settle();
  const [mail, ...more] = await digestsTo(bo);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("3 things new from your squads");
  for (const part of [mail!.text, mail!.html]) {
    expect(part).toContain("Ana added the award Best Wave to Ericeira ’26");
    expect(part).toContain("Ana planned the trip Ericeira ’26");
    expect(part).toContain("Cleo joined Dawn Patrol");
    expect(part).toContain("http://trips.example.org/inbox");
    expect(part).toContain("http://trips.example.org/no-mail?to=");
  }
  expect(mail!.html).toContain("Swellmates");
  await ana.post("/api/trips", { name: "Next", location: "Here", startDate: "2026-07-04", endDate: "2026-07-05" });
  await settle();
  expect(await digestsTo(bo)).toHaveLength(1);
  await sql`update inbox_settings set digest_at = now() - interval '25 hours' where person_id = ${bo.id}`.execute(
    swell.database.db,
  );
  await settle();
  // The next digest repeats what the person has not seen.
  expect(await digestsTo(bo)).toHaveLength(2);
});

test("nobody gets a digest who looked meanwhile, or was here", { timeout: 60_000 }, async () => {
  const { bo, cleo } = await newAbsence();
  await bo.put("/api/inbox/seen", { until: new Date(Date.now() + 1000).toJSON() });
  await leave(swell, bo.id);
  await leave(swell, cleo.id, 0);
  await settle();
  expect([await digestsTo(bo), await digestsTo(cleo)]).toEqual([[], []]);
});

test("one press ends the digests, and nothing else", { timeout: 60_000 }, async () => {
  const { bo, ana, squad } = await newAbsence();
  await settle();
  const [mail] = await digestsTo(bo);
  const unsubscribe = mail!.headers.find(({ key }) => key === "list-unsubscribe")!.value.slice(1, -1);
  const { pathname, search } = new URL(unsubscribe);
  const pressed = await swell.app.inject({
    method: "POST",
    url: pathname + search,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect(pressed.statusCode).toBe(200);
  await sql`update inbox_settings set digest_at = null where person_id = ${bo.id}`.execute(swell.database.db);
  await settle();
  expect(await digestsTo(bo)).toHaveLength(1);
  const invited = await ana.post("/api/squad-invites", { squadId: squad, emails: ["friend@trips.example.org"] });
  expect(invited.body["sent"]).toEqual(["friend@trips.example.org"]);
});

const clockIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toJSON().slice(11, 16);

test.each([
  ["whose topics come by no mail", { off: [], noMail: ["awards", "trips", "people"], quiet: null }],
  ["in quiet hours", { off: [], noMail: [], quiet: { from: clockIn(-1), to: clockIn(1), timeZone: "UTC" } }],
])("nobody gets a digest %s", { timeout: 60_000 }, async (_, chosen) => {
  const { bo } = await newAbsence();
  expect((await bo.put("/api/inbox/settings", chosen)).status).toBe(200);
  await leave(swell, bo.id);
  await settle();
  expect(await digestsTo(bo)).toEqual([]);
});

test("a muted squad is in no digest, nor an address that is not confirmed", { timeout: 60_000 }, async () => {
  const { bo, cleo, squad } = await newAbsence();
  await bo.put(`/api/inbox/squads/${squad}`, { off: [], mutedUntil: "2100-01-01T00:00:00Z" });
  await leave(swell, bo.id);
  await swell.database.db
    .updateTable("accounts")
    .set({ email_confirmed_at: null })
    .where("person_id", "=", cleo.id)
    .execute();
  await settle();
  expect([await digestsTo(bo), await digestsTo(cleo)]).toEqual([[], []]);
});

test("a mention by somebody without an account comes by no mail", { timeout: 60_000 }, async () => {
  const { bo, squad, trip } = await newAbsence();
  const seat = await newSeat(swell, { squad, trip });
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: seat.id }, 0);
  await bo.put("/api/inbox/seen", { until: new Date(Date.now() + 1000).toJSON() });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await leave(swell, bo.id);
  const comment = { key: newId(), text: "@Bo Berg look", mentions: [bo.id] };
  expect((await seat.post(`/api/media/${photo}/comments`, comment)).status).toBe(201);
  expect((await bo.get("/api/inbox")).text).toContain("Tom mentioned you on a photo in Ericeira ’26");
  await settle();
  expect(await digestsTo(bo)).toEqual([]);
});

test.each([
  ["22:00", "08:00", "2026-07-04T21:30:00Z", true],
  ["22:00", "08:00", "2026-07-04T06:59:00Z", true],
  ["22:00", "08:00", "2026-07-04T07:00:00Z", false],
  ["22:00", "08:00", "2026-07-04T20:59:00Z", false],
  ["13:00", "15:00", "2026-07-04T12:00:00Z", true],
  ["13:00", "15:00", "2026-07-04T14:00:00Z", false],
])("from %s to %s in Lisbon, %s is quiet: %s", (from, to, now, expected) => {
  expect(isQuiet({ from, to, timeZone: "Europe/Lisbon" }, new Date(now))).toBe(expected);
});
