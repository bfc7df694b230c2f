import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { ageTrip, newTrip } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ RATE_LIMITS: "on", PUBLIC_URL: "https://trips.example.org" });
});
afterAll(() => swell.close());

/** Trips of Ana and Bo, each with an award that nobody voted on. */
async function trips(count: number) {
  const made = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const all = [made.trip];
  while (all.length < count) {
    const { body } = await made.ana.post("/api/trips", {
      squadId: made.squad,
      name: `Trip ${all.length}`,
      location: "Portugal",
      startDate: "2026-07-04T00:00:00.000Z",
      endDate: "2026-07-11T00:00:00.000Z",
    });
    await made.ana.post(`/api/trips/${body["id"]}/categories`, {
      name: "Best Wipeout",
      description: "For it",
      order: 0,
    });
    all.push(String(body["id"]));
  }
  for (const trip of all) await ageTrip(swell, trip);
  return { ...made, all };
}

test("a person gets at most three reminders a day over all trips", async () => {
  const { ana, all } = await trips(4);
  const answers = [];
  for (const trip of all) answers.push((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body);
  const sent = { reminded: 2, alreadyReminded: 0, unwanted: 0 };
  expect(answers).toEqual([sent, sent, sent, { reminded: 0, alreadyReminded: 2, unwanted: 0 }]);
});

/** Counts reminders that this person has sent today. */
const remindedToday = (senderId: string, mails: number) =>
  swell.database.db
    .insertInto("mails_of_people")
    .values({ id: newId(), sender_id: senderId, kind: "vote-reminder", mails })
    .execute();

test("an organizer sends two hundred reminders a day, and twenty in their first week", async () => {
  const { ana, bo, trip, categories } = await trips(1);
  const remind = () => ana.post(`/api/trips/${trip}/vote-reminders`, {});
  await remindedToday(ana.id, 19);
  const early = await remind();
  expect([early.status, early.body["error"]]).toEqual([
    429,
    "You can remind 20 people a day by email in your first week, and have 1 left today.",
  ]);
  await swell.database.db
    .updateTable("accounts")
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) } as object)
    .where("person_id", "=", ana.id)
    .execute();
  await remindedToday(ana.id, 180);
  const { status, headers, body } = await remind();
  expect([status, body["code"]]).toEqual([429, "too_many_requests"]);
  const wait = Number(headers["retry-after"]);
  expect(wait).toBeGreaterThan(86_000);
  expect(wait).toBeLessThanOrEqual(86_400);
  // After Bo's vote only one reminder is due, which is within the limit.
  await bo!.post(`/api/categories/${categories[0]}/vote`, { nomineeId: ana.id });
  expect((await remind()).body).toMatchObject({ reminded: 1 });
});

test("an organizer whose address is not confirmed reminds nobody", async () => {
  const { ana, trip } = await trips(1);
  await swell.database.db
    .updateTable("accounts")
    .set({ email_confirmed_at: null })
    .where("person_id", "=", ana.id)
    .execute();
  const { status, body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect([status, body["code"], body["error"]]).toEqual([
    403,
    "email_unconfirmed",
    "Please confirm your email address first. Then you can remind people by email.",
  ]);
});
