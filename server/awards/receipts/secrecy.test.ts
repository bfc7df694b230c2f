import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { closeNight, newTrip } from "../../testing/builders.ts";
import { shuffled } from "./receipts.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A planned night whose crew of four has attached six receipts to Ana, in this order of authors. */
async function newNight() {
  const { ana, people, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo", "dora"],
    awards: ["Best Wipeout"],
  });
  const [, bo, cleo, dora] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
  const night = `/api/trips/${trip}/night`;
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await ana.post(night, { startsAt, timeZone: "Europe/Lisbon" });
  const ids: string[] = [];
  for (const [n, author] of [bo, bo, bo, cleo, cleo, cleo].entries()) {
    const { body } = await author.post(`/api/categories/${categories[0]}/receipts`, {
      nomineeId: ana.id,
      text: `Proof ${n}`,
    });
    ids.push(String(body["id"]));
  }
  return { ana, bo, cleo, dora, trip, night, ids, address: `/api/trips/${trip}/receipts` };
}

test("the ids of receipts are random and hold no time", async () => {
  const { ids } = await newNight();
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
});

test("no field, header or length tells one author from another", async () => {
  const { dora, address } = await newNight();
  const { body, headers, text } = await dora.get(address);
  const fields = ["categoryId", "hearts", "id", "isHearted", "isMine", "nomineeId", "photo", "text"];
  const shapes = rows(body).map((one) => JSON.stringify({ ...one, id: "", text: "" }));
  expect(rows(body).map((one) => Object.keys(one).toSorted())).toEqual(rows(body).map(() => fields));
  expect(new Set(shapes).size).toBe(1);
  expect(text).not.toMatch(/author|At"|createdAt/);
  const again = await dora.get(address);
  const { date: _, "x-request-id": own, ...others } = again.headers;
  expect(String(own)).toHaveLength(String(headers["x-request-id"]).length);
  expect(headers).toMatchObject(others);
  expect(headers["etag"]).toBeUndefined();
});

test("each answer has an order of its own, in which every place is equally likely", async () => {
  const { ana, dora, ids, address } = await newNight();
  const answers = 300;
  const places = ids.map(() => ids.map(() => 0));
  for (let n = 0; n < answers; n++) {
    const order = rows((await (n % 2 === 0 ? ana : dora).get(address)).body).map(({ id }) => String(id));
    for (const [receipt, id] of ids.entries()) places[receipt]![order.indexOf(id)]!++;
  }
  const expected = answers / ids.length;
  const chiSquared = places.flat().reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
  // 25 degrees of freedom: chance alone exceeds 66.5 once in 100,000 runs.
  expect(chiSquared).toBeLessThan(66.5);
});

test("shuffling gives each order of three equally often", () => {
  const rounds = 6000;
  const seen = new Map<string, number>();
  for (let n = 0; n < rounds; n++) {
    const order = shuffled(["a", "b", "c"]).join("");
    seen.set(order, (seen.get(order) ?? 0) + 1);
  }
  expect(seen.size).toBe(6);
  const chiSquared = [...seen.values()].reduce((sum, count) => sum + (count - rounds / 6) ** 2 / (rounds / 6), 0);
  // 5 degrees of freedom: chance alone exceeds 30.9 once in 100,000 runs.
  expect(chiSquared).toBeLessThan(30.9);
});

test("adding, hearting and removing a receipt sends no live hint", async () => {
  const { ana, bo, ids } = await newNight();
  const heard: LiveEvent[] = [];
  const { live } = swell.parts;
  live.watch((event) => heard.push(event));
  /** Waits for all hints until now: each is heard at once, and again from the wire. */
  const hearAll = async () => {
    const last: LiveEvent = { scope: "user", id: crypto.randomUUID(), kind: "mail" };
    live.tell(last);
    await vi.waitFor(() => expect(heard.filter(({ id }) => id === last.id)).toHaveLength(2));
    return heard.splice(0).filter(({ id }) => id !== last.id);
  };
  await hearAll();
  await bo.put(`/api/receipts/${ids[0]}/heart`);
  await ana.delete(`/api/receipts/${ids[0]}`);
  expect(await hearAll()).toEqual([]);
});

test("the close destroys authors, the givers of hearts, and the order of the rows", async () => {
  const { ana, bo, cleo, dora, trip, ids, address } = await newNight();
  for (const person of [ana, bo, dora]) await person.put(`/api/receipts/${ids[4]}/heart`);
  expect(rows((await cleo.get(address)).body).filter(({ isMine }) => isMine)).toHaveLength(3);
  await closeNight(trip, [ana, bo, cleo, dora]);

  const { db } = swell.database;
  const left = await sql<{ id: string; author_id: null; hearts: number }>`
    select id, author_id, hearts from receipts where nominee_id = ${ana.id} order by ctid`.execute(db);
  expect(left.rows).toEqual(ids.toSorted().map((id) => ({ id, author_id: null, hearts: id === ids[4] ? 3 : 0 })));
  const hearts = await sql`select from receipt_hearts where receipt_id = any(${ids}::uuid[])`.execute(db);
  expect(hearts.rows).toEqual([]);
  const seen = rows((await cleo.get(address)).body);
  expect(seen).toHaveLength(6);
  expect(seen.filter(({ isMine, isHearted }) => isMine || isHearted)).toEqual([]);
});
