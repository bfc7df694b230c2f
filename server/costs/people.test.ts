import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, type TestApp, openTestApp, rows } from "../testing/app.ts";
import { dinnerOf, idOf, newBooks } from "../testing/books.ts";
import { seatIn, takeSeat } from "../testing/seats.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** Everything that the books say of money. */
async function moneyIn(who: Client, costs: string) {
  const { balances, settle, totals, payments } = (await who.get(costs)).body;
  return { balances, settle, totals, payments };
}
const linesOf = (body: { readonly [key: string]: unknown }, list: string) => rows(body[list] as never);

describe("a deleted account", () => {
  test("leaves everybody's shares as they were, without a name", async () => {
    const { ana, bo, cleo, costs, enter, pay, balances } = await newBooks(swell);
    const id = idOf(await enter(cleo, { payers: [{ personId: cleo.id, amount: 3000 }] }));
    await enter(ana);
    await pay(bo, bo, cleo, 400);
    const [ofAna, ofBo, ofCleo] = await balances(ana, ana, bo, cleo);
    const gone = await cleo.delete("/api/account", { confirm: cleo.email, password: cleo.password });
    expect([gone.status, gone.text]).toEqual([204, ""]);

    expect(await balances(ana, ana, bo, cleo)).toEqual([ofAna, ofBo, null]);
    const page = await ana.get(costs);
    expect(page.text).not.toMatch(/cleo/i);
    expect(page.text).not.toContain(cleo.id);
    const former = rows(page.body["people"]).find(({ user }) => user === null)!;
    expect(former).toMatchObject({ isCrew: false, isExpected: false, payTo: null });
    const theirs = rows(page.body["balances"]).find(({ personId }) => personId === former["id"]);
    expect(theirs).toMatchObject({ balance: ofCleo });
    expect((await ana.get(`/api/costs/${id}`)).body).toMatchObject({
      writtenBy: null,
      payers: [{ personId: former["id"], amount: 3000 }],
    });
    expect(await bo.patch(`/api/costs/${id}`, { version: 1, title: "Mine" })).toMatchObject({
      status: 403,
      body: { error: "Only a former crew member, who entered it, or an organizer can change this." },
    });
    // A cost may still name them, and they can be paid.
    expect((await bo.post(costs, dinnerOf([bo, { id: String(former["id"]) }]))).status).toBe(201);
    expect((await pay(bo, bo, { id: String(former["id"]) }, 100)).status).toBe(201);
  });
});

test("a name that is still expected is the same person once they have a seat", async () => {
  const { bo, squad, costs, inviteOf, expectMaya, balances } = await newBooks(swell);
  const maya = await expectMaya();
  await bo.post(costs, dinnerOf([bo, maya]));
  expect(rows((await bo.get(costs)).body["people"]).find(({ id }) => String(id) === maya.id)).toMatchObject({
    isExpected: true,
    isCrew: true,
  });
  const key = randomBytes(24).toString("base64url");
  const taken = await swell.visitor.post(`/api/squads/${squad}/seats`, {
    expected: maya.id,
    invite: await inviteOf(),
    key,
  });
  const seat = seatIn(swell.app, taken);
  expect(seat.id).toBe(maya.id);
  expect(await balances(seat, bo, seat)).toEqual([1500, -1500]);
  expect(rows((await seat.get(costs)).body["people"]).find(({ id }) => String(id) === maya.id)).toMatchObject({
    isExpected: false,
  });
});

describe("two people who are merged", () => {
  /** Tom, who has a seat, stands in costs with Ana, Bo and Cleo, and has paid Cleo, into whom he is merged. */
  async function withTom() {
    const made = await newBooks(swell);
    const { ana, bo, cleo, squad, trip, inviteOf, costs, enter, pay } = made;
    const tom = await takeSeat(swell, squad, await inviteOf(), "Tom");
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana, bo, cleo, tom].map(({ id }) => id) });
    const dinner = idOf(await tom.post(costs, dinnerOf([tom, ana, bo, cleo])));
    const shared = idOf(
      await enter(ana, {
        split: "shares",
        people: [ana, cleo, tom].map(({ id }, at) => ({ personId: id, weight: 100 + at * 50 })),
      }),
    );
    await pay(tom, tom, cleo, 500);
    await pay(bo, bo, tom, 300);
    /** Cleo takes the seat into her account. */
    const merge = async () => {
      const { ticket } = (await tom.post("/api/seat/ticket", {})).body;
      const merged = await cleo.post("/api/account/seat", { ticket });
      expect([merged.status, merged.text]).toEqual([201, expect.any(String)]);
    };
    return { ...made, tom, dinner, shared, merge };
  }

  test("count together, and apart again when it is undone, each to the unit", async () => {
    const { ana, bo, cleo, costs, tom, dinner, shared, balances, merge } = await withTom();
    const before = await moneyIn(ana, costs);
    const [costBefore, sharedBefore] = [await ana.get(`/api/costs/${dinner}`), await ana.get(`/api/costs/${shared}`)];
    const [ofAna, ofBo, ofCleo, ofTom] = (await balances(ana, ana, bo, cleo, tom)) as number[];

    await merge();
    expect(await balances(ana, ana, bo, cleo, tom)).toEqual([ofAna, ofBo, ofCleo! + ofTom!, null]);
    const page = (await ana.get(costs)).body;
    expect(linesOf(page, "balances")).toHaveLength(3);
    const settled = linesOf(page, "settle") as unknown as { from: string; to: string; amount: number }[];
    for (const line of settled) expect(line.from).not.toBe(line.to);
    const owed = (id: string) =>
      settled.reduce((sum, { from, to, amount }) => sum + (to === id ? amount : from === id ? -amount : 0), 0);
    expect([ana, bo, cleo].map(({ id }) => owed(id))).toEqual([ofAna, ofBo, ofCleo! + ofTom!]);

    const one = (await ana.get(`/api/costs/${dinner}`)).body;
    expect(one["split"]).toBe("shares");
    expect(rows(one["shares"]).map(({ personId, weight }) => [personId, weight])).toEqual([
      [ana.id, 100],
      [bo.id, 100],
      [cleo.id, 200],
    ]);
    expect(rows(one["shares"]).reduce((sum, { share }) => sum + Number(share), 0)).toBe(3000);
    expect(rows((await ana.get(`/api/costs/${shared}`)).body["shares"]).map(({ weight }) => weight)).toEqual([
      100, 350,
    ]);
    // Words change without touching the two rows, so that the merge can still be undone exactly.
    expect((await ana.patch(`/api/costs/${dinner}`, { version: 1, title: "Supper" })).body["split"]).toBe("shares");

    expect((await cleo.delete(`/api/merges/${tom.id}`)).status).toBe(204);
    expect(await moneyIn(ana, costs)).toEqual(before);
    expect((await ana.get(`/api/costs/${shared}`)).body).toEqual(sharedBefore.body);
    const { title: _title, version: _version, ...undone } = (await ana.get(`/api/costs/${dinner}`)).body;
    const { title: _before, version: _first, ...first } = costBefore.body;
    expect(undone).toEqual(first);
  });

  test("are one person in an edit of the money, which keeps their weights", async () => {
    const { ana, cleo, tom, dinner, balances, merge } = await withTom();
    await merge();
    const payers = [{ personId: cleo.id, amount: 4000 }];
    const edited = await ana.patch(`/api/costs/${dinner}`, { version: 1, amount: 4000, payers });
    expect(edited.body).toMatchObject({
      split: "shares",
      shares: [{ share: 1000 }, { share: 1000 }, { personId: cleo.id, weight: 200, share: 2000 }],
    });
    expect(await balances(ana, tom)).toEqual([null]);
  });
});

test("everything of a trip's books goes with the trip", async () => {
  const { ana, bo, trip, enter, pay } = await newBooks(swell);
  await enter(ana);
  await pay(bo, bo, ana, 100);
  expect((await ana.delete(`/api/trips/${trip}`)).status).toBe(204);
  const { db } = swell.database;
  for (const table of ["costs", "payments", "cost_people", "trip_changes"] as const)
    expect(await db.selectFrom(table).select("id").where("trip_id", "=", trip).execute()).toEqual([]);
});
