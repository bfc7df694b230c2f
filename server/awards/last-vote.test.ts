import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { lastVoteStore } from "./last-vote-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

async function newVote(...crew: [string, ...string[]]) {
  const made = await newTrip(swell, { crew, awards: ["Best Wave", "Best Wipeout"] });
  await sql`update trips set end_date = current_date, start_date = current_date where id = ${made.trip}`.execute(
    swell.database.db,
  );
  const { people } = made;
  const vote = async (who: TestPerson, ...which: number[]) => {
    for (const n of which)
      expect((await who.post(`/api/categories/${made.categories[n]}/vote`, { nomineeId: people[0]!.id })).status).toBe(
        200,
      );
  };
  const last = async () =>
    (await lastVoteStore(swell.database).find(1000))
      .filter(({ tripId }) => tripId === made.trip)
      .map((one) => one.personId);
  return { ...made, ana: people[0]!, bo: people[1]!, cleo: people[2]!, vote, last };
}

/** Looks for last votes, as the server does once a minute. */
async function look() {
  const { db } = swell.database;
  const { rows: sent } = await sql<{
    id: string;
  }>`insert into jobs.job (name, data) values ('last-votes', '{}') returning id`.execute(db);
  await expect
    .poll(
      async () =>
        (await sql`select from jobs.job where id = ${sent[0]!.id}::uuid and state = 'completed'`.execute(db)).rows,
      {
        timeout: 20_000,
      },
    )
    .toHaveLength(1);
}

test("the last voter is the one who alone has not answered all awards", async () => {
  const { ana, bo, cleo, vote, last } = await newVote("ana", "bo", "cleo");
  await vote(ana, 0, 1);
  await vote(bo, 0);
  await vote(cleo, 0);
  expect(await last()).toEqual([]);
  await vote(bo, 1);
  expect(await last()).toEqual([cleo.id]);
  await vote(cleo, 1);
  expect(await last()).toEqual([]);
});

test("in a crew of two nobody learns when the other one voted", async () => {
  const { ana, vote, last } = await newVote("ana", "bo");
  await vote(ana, 0, 1);
  expect(await last()).toEqual([]);
});

test("nobody hears of a trip that was long ago, or of votes that nobody cast", async () => {
  const { ana, bo, trip, vote, last } = await newVote("ana", "bo", "cleo");
  expect(await last()).toEqual([]);
  await vote(ana, 0, 1);
  await vote(bo, 0, 1);
  await sql`update trips set start_date = '2020-01-01', end_date = '2020-01-02' where id = ${trip}`.execute(
    swell.database.db,
  );
  expect(await last()).toEqual([]);
});

test("the last voter hears it once until the awards change, and nobody else does", { timeout: 60_000 }, async () => {
  // Two looks, each of which waits for the next poll of the queue.
  const { ana, bo, cleo, trip, vote, last } = await newVote("ana", "bo", "cleo");
  await vote(ana, 0, 1);
  await vote(bo, 0, 1);
  await look();
  const text = "Everybody else has voted on Ericeira ’26, only your vote is missing";
  const heardBy = async (who: TestPerson) =>
    rows((await who.get("/api/inbox")).body).filter((one) => String(one["text"]) === text).length;
  expect([await heardBy(cleo), await heardBy(ana), await heardBy(bo)]).toEqual([1, 0, 0]);
  await look();
  expect([await heardBy(cleo), await last()]).toEqual([1, []]);
  const award = { tripId: trip, name: "Best Hat", description: "The best hat", icon: "crown", color: "gold" };
  const added = await ana.post(`/api/trips/${trip}/categories`, award);
  if (added.status !== 201) throw new Error(added.text);
  const id = String(added.body["id"]);
  expect(await last()).toEqual([]);
  for (const who of [ana, bo]) await who.post(`/api/categories/${id}/vote`, { nomineeId: ana.id });
  expect(await last()).toEqual([cleo.id]);
  await vote(cleo, 0, 1);
  await cleo.post(`/api/categories/${id}/vote`, { nomineeId: ana.id });
  // Nothing is missing any more, so the inbox does not say so.
  expect(await heardBy(cleo)).toBe(0);
});
