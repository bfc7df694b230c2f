import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

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
  return { ...made, all };
}

test("a person gets at most three reminders a day over all trips", async () => {
  const { ana, all } = await trips(4);
  const answers = [];
  for (const trip of all) answers.push((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body);
  const sent = { reminded: 2, alreadyReminded: 0, unwanted: 0 };
  expect(answers).toEqual([sent, sent, sent, { reminded: 0, alreadyReminded: 2, unwanted: 0 }]);
});

test("an organizer can send two hundred reminders a day, then gets 429", async () => {
  const { ana, bo, trip } = await trips(1);
  const crowd = await trips(1);
  const people = Array.from({ length: 199 }, (_, i) => ({ id: newId(), email: `crowd.${i}@example.org` }));
  await swell.database.db
    .insertInto("users")
    .values(
      people.map(({ id, email }) => ({
        id,
        email,
        email_key: email,
        first_name: "Crowd",
        last_name: "Berg",
        bio: null,
        profile_image_url: null,
        password_hash: null,
      })),
    )
    .execute();
  await swell.database.db
    .insertInto("vote_reminders")
    .values(people.map(({ id }) => ({ id: newId(), trip_id: crowd.trip, user_id: id, origin: "", asked_by: ana.id })))
    .execute();
  const { status, headers, body } = await ana.post(`/api/trips/${trip}/vote-reminders`, {});
  expect([status, body["code"]]).toEqual([429, "too_many_requests"]);
  const wait = Number(headers["retry-after"]);
  expect(wait).toBeGreaterThan(86_000);
  expect(wait).toBeLessThanOrEqual(86_400);
  // After Bo's vote only one reminder is due, which is within the limit.
  const [category] = ((await ana.get(`/api/trips/${trip}`)).body["categories"] as unknown as { id: string }[]) ?? [];
  await bo!.post(`/api/categories/${category!.id}/vote`, { nomineeId: ana.id });
  expect((await ana.post(`/api/trips/${trip}/vote-reminders`, {})).body).toMatchObject({ reminded: 1 });
});
