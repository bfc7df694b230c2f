import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../testing/app.ts";
import { dinnerOf, idOf, newBooks, sharesOf } from "../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

describe("a cost", () => {
  test("is split to the unit, and the books of all of the crew show it", async () => {
    const { ana, bo, cleo, trip, enter, books, balances } = await newBooks(swell);
    expect(await books(bo)).toMatchObject({ currency: null, costs: [], balances: [], settle: [], count: 0 });
    const made = await enter(bo, { amount: 1000 });
    expect(made).toMatchObject({
      status: 201,
      body: { tripId: trip, title: "Dinner", amount: 1000, tripAmount: 1000, version: 1, mayChange: true, rate: null },
    });
    expect(sharesOf(made.body).map(String).toSorted()).toEqual(["333", "333", "334"]);
    const seen = await books(cleo);
    expect(seen).toMatchObject({
      currency: "EUR",
      count: 1,
      found: 1,
      totals: { trip: 1000, categories: [{ category: "food", amount: 1000 }] },
      viewer: { mayAdd: true, isOrganizer: false },
    });
    expect(seen["costs"]).toMatchObject([{ id: idOf(made), mayChange: false, writtenBy: bo.id }]);
    const [paid = 0, ...owed] = await balances(ana, ana, bo, cleo);
    expect(paid! + owed[0]! + owed[1]!).toBe(0);
    expect(rows(seen["settle"]).map(({ to }) => to)).toEqual([ana.id, ana.id]);
  });

  test("is changed where an edit names it, and its currency goes with the last cost", async () => {
    const { ana, bo, cleo, enter, books, balances } = await newBooks(swell);
    const id = idOf(await enter(ana));
    const at = `/api/costs/${id}`;
    expect(await ana.patch(at, { version: 1, title: "Supper" })).toMatchObject({
      status: 200,
      body: { title: "Supper", version: 2, amount: 3000 },
    });
    const raised = await ana.patch(at, { version: 2, amount: 6000, payers: [{ personId: bo.id, amount: 6000 }] });
    expect(raised).toMatchObject({ status: 200, body: { amount: 6000, tripAmount: 6000, version: 3 } });
    expect(await balances(ana, ana, bo, cleo)).toEqual([-2000, 4000, -2000]);
    expect((await ana.delete(at)).status).toBe(204);
    expect((await ana.get(at)).status).toBe(404);
    expect(await books(ana)).toMatchObject({ currency: null, costs: [], balances: [] });
  });
});

test("a payment settles a line, and can be deleted", async () => {
  const { ana, bo, cleo, enter, pay, books, balances } = await newBooks(swell);
  await enter(ana);
  const paid = await pay(bo, bo, ana, 1000);
  expect(paid).toMatchObject({ status: 201, body: { from: bo.id, to: ana.id, amount: 1000, mayDelete: true } });
  expect(await balances(ana, ana, bo, cleo)).toEqual([1000, 0, -1000]);
  expect((await books(cleo))["settle"]).toEqual([{ from: cleo.id, to: ana.id, amount: 1000 }]);
  expect((await cleo.delete(`/api/payments/${idOf(paid)}`)).status).toBe(403);
  expect((await ana.delete(`/api/payments/${idOf(paid)}`)).status).toBe(204);
  expect(await balances(ana, bo)).toEqual([-1000]);
});

test("the same request again adds nothing, also at the same moment", async () => {
  const { ana, bo, cleo, costs, books } = await newBooks(swell);
  const body = dinnerOf([ana, bo, cleo], { key: randomUUID() });
  const replies = await Promise.all([1, 2, 3].map(() => ana.post(costs, body)));
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "200", "201"]);
  expect(new Set(replies.map(idOf)).size).toBe(1);
  expect((await books(ana))["count"]).toBe(1);
});
