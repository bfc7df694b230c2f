import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newBooks } from "../../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const alongLine = { alongLine: true };

test("of two who record the payment of one line at once, one is told it is paid", async () => {
  const { ana, bo, cleo, enter, pay, books, balances } = await newBooks(swell);
  await enter(ana);
  const replies = await Promise.all([bo, ana].map((who) => pay(who, bo, ana, 1000, alongLine)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    key: "payment_line_gone",
    error: "This line has been paid. Record another payment?",
  });
  expect(rows((await books(ana))["payments"])).toHaveLength(1);
  expect(await balances(ana, ana, bo, cleo)).toEqual([1000, 0, -1000]);
  // One more is recorded for who says so.
  expect((await pay(bo, bo, ana, 1000)).status).toBe(201);
});

test("a payment along a line may be shorter than it, and not longer", async () => {
  const { ana, bo, cleo, enter, pay } = await newBooks(swell);
  await enter(ana);
  expect((await pay(bo, bo, ana, 1001, alongLine)).status).toBe(409);
  expect((await pay(bo, bo, ana, 400, alongLine)).status).toBe(201);
  expect((await pay(bo, bo, ana, 601, alongLine)).status).toBe(409);
  expect((await pay(bo, bo, ana, 600, alongLine)).status).toBe(201);
  expect((await pay(ana, ana, cleo, 1, alongLine)).status).toBe(409);
});

test("the same request again answers with its payment, though its line is gone", async () => {
  const { ana, bo, enter, pay } = await newBooks(swell);
  await enter(ana);
  const key = crypto.randomUUID();
  const first = await pay(bo, bo, ana, 1000, { ...alongLine, key });
  const again = await pay(bo, bo, ana, 1000, { ...alongLine, key });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
});
