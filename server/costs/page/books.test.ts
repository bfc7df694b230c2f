import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { dinnerOf, idOf, newBooks } from "../../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const nextOf = (reply: Reply) => /<([^>]+)>/.exec(String(reply.headers["link"] ?? ""))?.[1] ?? null;

test("costs come in pages, latest day first, each once", async () => {
  const { ana, costs, enter } = await newBooks(swell);
  const days = Array.from({ length: 7 }, (_, n) => `2026-07-0${(n % 3) + 1}`);
  for (const day of days) await enter(ana, { day });
  const read: string[] = [];
  let next: string | null = `${costs}?limit=3`;
  while (next !== null) {
    const page: Reply = await ana.get(next);
    expect(page.body).toMatchObject({ count: 7, found: 7, totals: { trip: 21_000 } });
    read.push(...rows(page.body["costs"]).map(({ day, id }) => `${day} ${id}`));
    next = nextOf(page);
  }
  expect(read).toEqual(read.toSorted().toReversed());
  expect(new Set(read).size).toBe(7);
  for (const cursor of ["none", "WzFd", Buffer.from('["2026-02-31","x"]').toString("base64url")])
    expect((await ana.get(`${costs}?cursor=${cursor}`)).status).toBe(400);
});

test("filters leave the costs of a person and of a category, and the sums as they are", async () => {
  const { ana, bo, cleo, costs, enter, books } = await newBooks(swell);
  await enter(ana, { category: "stay", amount: 9000 });
  await ana.post(costs, dinnerOf([ana, bo]));
  await ana.post(costs, dinnerOf([ana]));
  const found = async (query: string) => {
    const page = await books(ana, query);
    expect(page).toMatchObject({ count: 3, totals: { trip: 15_000 } });
    expect(rows(page["costs"])).toHaveLength(Number(page["found"]));
    return page["found"];
  };
  expect(await found("")).toBe(3);
  expect(await found(`?person=${bo.id}`)).toBe(2);
  expect(await found(`?person=${cleo.id}`)).toBe(1);
  expect(await found("?category=food")).toBe(2);
  expect(await found(`?category=food&person=${bo.id}`)).toBe(1);
  expect(await found("?category=fun")).toBe(0);
  expect((await books(ana))["totals"]!["categories"]).toEqual([
    { category: "stay", amount: 9000 },
    { category: "food", amount: 6000 },
  ]);
});

test("how to pay somebody is shown to those alone who owe them right now", async () => {
  const { ana, bo, cleo, enter, pay, books } = await newBooks(swell);
  const iban = "IBAN DE00 1234";
  expect((await ana.patch("/api/auth/user", { payTo: `  ${iban} ` })).body).toMatchObject({ payTo: iban });
  expect((await ana.get("/api/auth/user")).body["payTo"]).toBe(iban);
  const shownTo = async (who: typeof ana) =>
    rows((await books(who))["people"]).find(({ id }) => String(id) === ana.id)!["payTo"];
  await enter(ana);
  expect([await shownTo(ana), await shownTo(bo), await shownTo(cleo)]).toEqual([null, iban, iban]);
  await pay(bo, bo, ana, 1000);
  expect([await shownTo(bo), await shownTo(cleo)]).toEqual([null, iban]);
  expect((await bo.get(`/api/users/${ana.id}`)).text).not.toContain(iban);
  expect((await ana.patch("/api/auth/user", { payTo: "" })).body["payTo"]).toBe(null);
  expect(await shownTo(cleo)).toBe(null);
  expect((await ana.patch("/api/auth/user", { payTo: "x".repeat(201) })).status).toBe(400);
});

test("payments come latest first, page by page", async () => {
  const { ana, bo, trip, enter, pay } = await newBooks(swell);
  await enter(ana);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(idOf(await pay(bo, bo, ana, 10 + n)));
  const read: string[] = [];
  let next: string | null = `/api/trips/${trip}/payments?limit=2`;
  while (next !== null) {
    const page: Reply = await ana.get(next);
    read.push(...rows(page.body).map(({ id }) => String(id)));
    next = nextOf(page);
  }
  expect(read).toEqual(ids.toReversed());
  expect((await ana.get(`/api/trips/${trip}/payments?cursor=none`)).status).toBe(400);
});

test("lists of trips and the trip page say what I get back or owe", async () => {
  const { ana, bo, cleo, squad, trip, enter } = await newBooks(swell);
  await enter(ana);
  for (const [who, balance] of [
    [ana, 2000],
    [bo, -1000],
    [cleo, -1000],
  ] as const) {
    const here = ({ id }: { readonly [key: string]: unknown }) => String(id) === trip;
    const seen = [
      (await who.get(`/api/trips/${trip}`)).body["trip"]!,
      rows((await who.get("/api/trips")).body).find(here)!,
      rows((await who.get("/api/dashboard")).body["trips"]).find(here)!,
      rows((await who.get(`/api/squads/${squad}/trips`)).body).find(here)!,
      rows((await who.get(`/api/squads/${squad}`)).body["trips"]).find(here)!,
    ];
    expect(seen.map(({ costBalance }) => costBalance)).toEqual(seen.map(() => balance));
  }
});

describe("news", () => {
  const entriesOf = async (who: { get: (url: string) => Promise<Reply> }) =>
    rows((await who.get("/api/inbox")).body).map(({ text, opens }) => `${String(text)} → ${String(opens)}`);

  test("of a new cost goes to those in it who did not enter it", async () => {
    const { ana, bo, cleo, costs } = await newBooks(swell);
    const id = idOf(await ana.post(costs, dinnerOf([ana, bo])));
    const about = async (who: typeof ana) => (await entriesOf(who)).filter((text) => / cost/.test(text));
    expect([await about(ana), await about(cleo)]).toEqual([[], []]);
    expect(await about(bo)).toEqual([expect.stringMatching(/^Ana entered a cost with you in Ericeira .* → costs$/)]);
    // Who comes in later hears of it then, and once.
    const people = [ana, bo, cleo].map((one) => ({ personId: one.id, weight: 1 }));
    await ana.patch(`/api/costs/${id}`, { version: 1, people });
    expect(await about(cleo)).toHaveLength(1);
    expect(await about(bo)).toHaveLength(1);
  });

  test("of a payment goes to who was paid, unless they recorded it", async () => {
    const { ana, bo, enter, pay } = await newBooks(swell);
    await enter(ana);
    const about = async (who: typeof ana) => (await entriesOf(who)).filter((text) => text.includes("payment"));
    await pay(ana, bo, ana, 100);
    expect(await about(ana)).toEqual([]);
    await pay(bo, bo, ana, 100);
    expect(await about(ana)).toEqual([expect.stringMatching(/^Bo recorded a payment to you in Ericeira .* → costs$/)]);
    expect(await about(bo)).toEqual([]);
  });
});
