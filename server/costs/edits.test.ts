import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../testing/app.ts";
import { dinnerOf, idOf, newBooks, sharesOf } from "../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

describe("two people who change one cost", () => {
  test("keep both what they changed where that is not the same", async () => {
    const { ana, bo, cleo, enter } = await newBooks(swell);
    const at = `/api/costs/${idOf(await enter(bo))}`;
    expect((await bo.patch(at, { version: 1, title: "Supper", day: "2026-07-06" })).status).toBe(200);
    expect((await ana.patch(at, { version: 1, note: "With wine" })).status).toBe(200);
    const people = [bo, cleo].map(({ id }) => ({ personId: id, weight: 1 }));
    expect(await bo.patch(at, { version: 2, people })).toMatchObject({
      status: 200,
      body: { title: "Supper", day: "2026-07-06T00:00:00.000Z", note: "With wine", version: 4 },
    });
    expect(sharesOf((await ana.get(at)).body)).toEqual([1500, 1500]);
  });

  test("are told who was first where it is the same", async () => {
    const { ana, bo, enter } = await newBooks(swell);
    const at = `/api/costs/${idOf(await enter(bo))}`;
    const replies = await Promise.all([
      bo.patch(at, { version: 1, title: "Supper" }),
      ana.patch(at, { version: 1, title: "Brunch" }),
    ]);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    const [first, second] = replies[0].status === 200 ? ["Bo", replies[1]] : ["Ana", replies[0]];
    expect(second.body).toMatchObject({
      error: `${first} changed this a moment ago.`,
      current: { title: first === "Bo" ? "Supper" : "Brunch", version: 2 },
    });
    const mine = await bo.patch(at, { version: 2, note: "One" });
    expect(mine.status).toBe(200);
    expect(await bo.patch(at, { version: 2, note: "Two" })).toMatchObject({
      status: 409,
      body: { error: "You changed this a moment ago.", current: { note: "One", version: 3 } },
    });
    // The same again is no conflict: a request may be sent twice.
    expect(await bo.patch(at, { version: 2, note: "One" })).toMatchObject({ status: 200, body: { version: 3 } });
  });

  test("cannot make typed amounts and another amount of one cost", async () => {
    const { ana, bo, enter } = await newBooks(swell);
    const at = `/api/costs/${idOf(await enter(bo))}`;
    const people = [
      { personId: ana.id, weight: 1000 },
      { personId: bo.id, weight: 2000 },
    ];
    expect((await bo.patch(at, { version: 1, split: "exact", people })).status).toBe(200);
    const payers = [{ personId: ana.id, amount: 4000 }];
    expect((await ana.patch(at, { version: 1, amount: 4000, payers })).status).toBe(409);
    expect(await ana.patch(at, { version: 2, amount: 4000, payers })).toMatchObject({
      status: 400,
      body: { error: "€10.00 are missing", issues: [{ path: "people" }] },
    });
  });

  test("change a cost that is deleted at the same moment, or find it gone", async () => {
    const { ana, bo, enter, books } = await newBooks(swell);
    for (let round = 0; round < 5; round++) {
      const at = `/api/costs/${idOf(await enter(bo))}`;
      const payers = [{ personId: bo.id, amount: 900 }];
      const [gone, changed, again] = await Promise.all([
        ana.delete(at),
        bo.patch(at, { version: 1, amount: 900, payers }),
        bo.delete(at),
      ]);
      expect([gone.status, again.status].map(String).toSorted()).toEqual(["204", "404"]);
      expect([200, 404]).toContain(changed.status);
    }
    expect(await books(ana)).toMatchObject({ currency: null, count: 0, balances: [] });
  });
});

describe("an edit", () => {
  test("of words, day or category moves no money, also when the crew is another by now", async () => {
    const { ana, bo, cleo, trip, enter } = await newBooks(swell);
    const made = await enter(bo, { amount: 1000 });
    const at = `/api/costs/${idOf(made)}`;
    await ana.post(`/api/trips/${trip}/leave`, {});
    const shares = (body: typeof made.body) =>
      Object.fromEntries(rows(body["shares"]).map(({ personId, share }) => [String(personId), share]));
    const edited = await cleo.get(at);
    expect(edited.body["mayChange"]).toBe(false);
    const words = { title: "Supper", note: "Late", day: "2026-07-07", category: "drinks" };
    const after = await bo.patch(at, { version: 1, ...words });
    expect(after).toMatchObject({ status: 200, body: { title: "Supper", category: "drinks" } });
    expect(shares(after.body)).toEqual(shares(made.body));
  });

  test("of the amount asks for the rate again, and of a person keeps it", async () => {
    const { ana, bo, enter } = await newBooks(swell);
    await enter(ana);
    const at = `/api/costs/${idOf(await enter(ana, { amount: 5000, currency: "JPY", rate: "0.0061" }))}`;
    expect((await ana.get(at)).body).toMatchObject({ tripAmount: 3050, rate: "0.0061" });
    const payers = [{ personId: ana.id, amount: 6000 }];
    expect(await ana.patch(at, { version: 1, amount: 6000, payers })).toMatchObject({
      status: 400,
      body: { error: "Please enter the rate, or the amount in EUR", issues: [{ path: "rate" }] },
    });
    const people = [{ personId: bo.id, weight: 1 }];
    expect((await ana.patch(at, { version: 1, people })).body).toMatchObject({ tripAmount: 3050, rate: "0.0061" });
    expect((await ana.patch(at, { version: 2, amount: 6000, payers, tripAmount: 3500 })).body).toMatchObject({
      tripAmount: 3500,
      rate: null,
      shares: [{ personId: bo.id, share: 3500 }],
    });
    const paidByBo = [{ personId: bo.id, amount: 6000 }];
    expect((await ana.patch(at, { version: 3, payers: paidByBo })).body).toMatchObject({
      payers: [{ personId: bo.id, amount: 6000, tripAmount: 3500 }],
      tripAmount: 3500,
    });
  });

  test("does not turn the trip into another currency", async () => {
    const { ana, enter } = await newBooks(swell);
    const at = `/api/costs/${idOf(await enter(ana))}`;
    expect(await ana.patch(at, { version: 1, currency: "USD" })).toMatchObject({
      status: 409,
      body: { error: "This trip counts in EUR. That stays while there are costs." },
    });
    expect((await ana.patch(at, { version: 1, currency: "USD", rate: "0.9" })).body).toMatchObject({
      tripAmount: 2700,
      currency: "USD",
    });
  });
});

describe("a key", () => {
  test("is the trip's own, and does not bring back what was deleted", async () => {
    const one = await newBooks(swell);
    const other = await newBooks(swell);
    const key = randomUUID();
    const body = dinnerOf([one.ana, one.bo], { key });
    const made = await one.ana.post(one.costs, body);
    expect((await other.ana.post(other.costs, dinnerOf([other.ana], { key }))).status).toBe(201);
    expect((await one.ana.post(one.costs, body)).status).toBe(200);
    await one.ana.delete(`/api/costs/${idOf(made)}`);
    expect((await one.ana.post(one.costs, body)).status).toBe(404);
    expect((await one.books(one.ana))["count"]).toBe(0);
  });

  test("records a payment once, also at the same moment from both of its people", async () => {
    const { ana, bo, enter, pay, balances } = await newBooks(swell);
    await enter(ana);
    const key = randomUUID();
    const replies = await Promise.all([ana, bo, ana].map((who) => pay(who, bo, ana, 1000, { key })));
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "200", "201"]);
    expect(await balances(ana, bo)).toEqual([0]);
    await bo.delete(`/api/payments/${idOf(replies[0]!)}`);
    expect((await pay(bo, bo, ana, 1000, { key })).status).toBe(404);
  });
});
