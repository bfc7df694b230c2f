import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { ageTrip, newTrip } from "../../testing/builders.ts";
import { reminderStore } from "./reminder-store.ts";
import { linkIn, mailTo, outboxOf } from "../../testing/outbox.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ PUBLIC_URL: "https://trips.example.org" });
});
afterAll(() => swell.close());

const awards = ["Best Wipeout", "Camp Chef", "Sunburn"];
const mailsTo = (to: string) => outboxOf(swell.parts.config.dataDir, to);
const mail = (to: string, count?: number) => mailTo(swell.parts.config.dataDir, to, count);

test("a reminder goes to each missing voter and lists their awards", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  for (const id of categories) await ana.post(`/api/categories/${id}/vote`, { nomineeId: bo!.id });
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: cleo!.id });

  const { status, body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect([status, body]).toEqual([200, { reminded: 2, alreadyReminded: 0, unwanted: 0 }]);
  const toBo = await mail(bo!.email);
  expect(toBo.subject).toBe("Your vote is missing: 2 awards of “Ericeira ’26”");
  expect(toBo.text).toContain("Hi Bo, the results open when everyone has voted.");
  expect(toBo.text).toContain("- “Camp Chef”\n- “Sunburn”");
  expect(toBo.text).not.toContain("Best Wipeout");
  expect(toBo.text).not.toContain("Cleo");
  expect(linkIn(toBo).href).toBe(`https://trips.example.org/trips/${trip}/awards`);
  expect((await mail(cleo!.email)).text).toContain("- “Best Wipeout”\n- “Camp Chef”\n- “Sunburn”");
  expect(await mailsTo(ana.email)).toEqual([]);
});

test("a person is reminded once a day", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  for (const id of categories) await ana.post(`/api/categories/${id}/vote`, { nomineeId: bo!.id });
  await ageTrip(swell, trip);
  const both = await Promise.all([1, 2].map(() => ana.post(`/api/trips/${trip}/vote-reminders`, {})));
  expect(both.map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      { reminded: 2, alreadyReminded: 0, unwanted: 0 },
      { reminded: 0, alreadyReminded: 2, unwanted: 0 },
    ]),
  );
  await mail(bo!.email);

  await swell.database.db
    .updateTable("vote_reminders")
    .set({ sent_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("trip_id", "=", trip)
    .where("user_id", "=", bo!.id)
    .execute();
  const { body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect(body).toEqual({ reminded: 1, alreadyReminded: 1, unwanted: 0 });
  await mail(bo!.email, 2);
  expect(await mailsTo(cleo!.email)).toHaveLength(1);
});

test("a trip without open awards sends no reminders", async () => {
  const { ana, bo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  for (const voter of [ana, bo!]) await voter.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
  expect((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body).toEqual({
    reminded: 0,
    alreadyReminded: 0,
    unwanted: 0,
  });
  expect(await mailsTo(ana.email)).toEqual([]);
});

test("nobody is reminded before somebody else has voted, or the trip is a day old", async () => {
  const { ana, bo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const remind = () => ana.post(`/api/trips/${trip}/vote-reminders`, {});
  await ana.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
  const early = await remind();
  expect([early.status, early.body["error"]]).toEqual([
    409,
    "Nobody else has voted yet. You can remind people once somebody has, or when the trip is a day old.",
  ]);
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
  expect((await remind()).body).toMatchObject({ reminded: 3 });

  const next = await newTrip(swell, { crew: ["ana", "bo"], awards });
  await ageTrip(swell, next.trip);
  expect((await next.ana.post(`/api/trips/${next.trip}/vote-reminders`, {})).body).toMatchObject({ reminded: 2 });
});

test("a reminder about the awards of a night says when the night is", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"], awards });
  await ageTrip(swell, trip);
  const night = { startsAt: "2027-07-12T20:00:00Z", timeZone: "Europe/Lisbon" };
  expect((await ana.post(`/api/trips/${trip}/night`, night)).status).toBe(201);
  expect((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body).toMatchObject({ reminded: 2 });
  const { text } = await mail(bo!.email);
  expect(text).toMatch(/the results open at the Awards Night on Monday, .*July.* 2027 at 21:00 \(Europe\/Lisbon\)/);
  expect(text).not.toContain("when everyone has voted");
});

test("nobody is reminded once a night has closed the vote", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const night = `/api/trips/${trip}/night`;
  await ana.post(night, { startsAt: "2027-07-12T20:00:00Z", timeZone: "Europe/Lisbon" });
  for (const voter of [ana, bo!, cleo!])
    await voter.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id });
  const id = newId();
  const asked = { id, trip_id: trip, user_id: bo!.id, origin: "https://trips.example.org", asked_by: ana.id };
  await swell.database.db.insertInto("vote_reminders").values(asked).execute();
  const letter = () => reminderStore(swell.database).find(id);
  expect(await letter()).toMatchObject({ awards: ["Camp Chef", "Sunburn"] });

  expect((await ana.post(`${night}/close`, { confirm: true })).status).toBe(200);
  expect(await letter()).toBeUndefined();
  const { body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect(body).toEqual({ reminded: 0, alreadyReminded: 0, unwanted: 0 });
});

test("only organizers can send reminders", async () => {
  const { bo, trip } = await newTrip(swell, { crew: ["ana", "bo"], awards });
  const stranger = await swell.person("stranger");
  expect((await bo!.post(`/api/trips/${trip}/vote-reminders`, {})).status).toBe(403);
  expect((await stranger.post(`/api/trips/${trip}/vote-reminders`, {})).status).toBe(404);
  expect((await swell.visitor.post(`/api/trips/${trip}/vote-reminders`, {})).status).toBe(401);
});
