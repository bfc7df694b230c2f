import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, type TestApp, openTestApp, rows } from "../testing/app.ts";
import { dinnerOf, idOf, newBooks } from "../testing/books.ts";
import { newSeat } from "../testing/seats.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** The books of Ana, Bo and Cleo, and Dora, who is in the squad and not on the crew. */
async function withDora() {
  const made = await newBooks(swell);
  const { ana, squad, trip, inviteOf } = made;
  const dora = await swell.confirm(await swell.person("dora"));
  await dora.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
  const setCrew = (...people: { id: string }[]) =>
    ana.put(`/api/trips/${trip}/members`, { userIds: people.map(({ id }) => id) });
  await setCrew(ana, made.bo, made.cleo);
  return { ...made, dora, setCrew };
}

/** The statuses of everything that somebody could ask of these books. */
async function statusesFor(who: Client, { trip, cost, payment }: Record<"trip" | "cost" | "payment", string>) {
  const replies = [
    await who.get(`/api/trips/${trip}/costs`),
    await who.get(`/api/trips/${trip}/costs.csv`),
    await who.get(`/api/trips/${trip}/payments`),
    await who.post(`/api/trips/${trip}/costs`, dinnerOf([{ id: randomUUID() }])),
    await who.get(`/api/costs/${cost}`),
    await who.patch(`/api/costs/${cost}`, { version: 1, title: "Mine" }),
    await who.delete(`/api/costs/${cost}`),
    await who.delete(`/api/payments/${payment}`),
  ];
  return [...new Set(replies.map(({ status }) => status))];
}

test("books do not exist, nor hint, for members off the crew, admins among them", async () => {
  const { ana, bo, cleo, dora, squad, trip, enter, pay, setCrew } = await withDora();
  await ana.put(`/api/squads/${squad}/members/${dora.id}/role`, { role: "admin" });
  const tell = vi.spyOn(swell.parts.live, "tell");
  const things = { trip, cost: idOf(await enter(bo)), payment: idOf(await pay(bo, bo, ana, 100)) };
  expect(await statusesFor(dora, things)).toEqual([404]);
  const told = new Set(tell.mock.calls.flat().flatMap(({ kind, id }) => (kind === "costs" ? [id] : [])));
  tell.mockRestore();
  expect(told).toEqual(new Set([ana.id, bo.id, cleo.id]));
  const listed = async (who: Client) =>
    rows((await who.get("/api/trips")).body).find(({ id }) => String(id) === trip)!["costBalance"];
  expect([await listed(dora), await listed(cleo)]).toEqual([null, -1000]);

  await setCrew(ana, bo, cleo, dora);
  expect((await dora.get(`/api/trips/${trip}/costs`)).status).toBe(200);
});

test("a stranger of a public squad finds no books", async () => {
  const { ana, bo, squad, trip, enter, pay } = await newBooks(swell);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const things = { trip, cost: idOf(await enter(bo)), payment: idOf(await pay(bo, bo, ana, 100)) };
  const stranger = await swell.person("eve");
  expect((await stranger.get(`/api/trips/${trip}`)).status).toBe(200);
  expect(await statusesFor(stranger, things)).toEqual([404]);
});

describe("a cost", () => {
  test("is changed by who entered it, who paid it and organizers, and by nobody else", async () => {
    const { ana, bo, cleo, squad, trip, enter } = await newBooks(swell);
    const dave = await newSeat(swell, { squad, trip });
    const id = idOf(await enter(bo, { payers: [{ personId: cleo.id, amount: 3000 }] }));
    const change = (who: Client) => who.patch(`/api/costs/${id}`, { version: 1, note: randomUUID() });
    expect(await change(dave)).toMatchObject({
      status: 403,
      body: { error: "Only Bo, who entered it, or an organizer can change this." },
    });
    expect((await dave.delete(`/api/costs/${id}`)).status).toBe(403);
    expect((await change(bo)).status).toBe(200);
    // Both may, and meet what Bo has written.
    for (const who of [cleo, ana]) expect((await change(who)).status).toBe(409);
    expect((await cleo.delete(`/api/costs/${id}`)).status).toBe(204);
  });

  test("of a seat counts like any other", async () => {
    const { ana, squad, trip, costs, balances } = await newBooks(swell);
    const tom = await newSeat(swell, { squad, trip });
    expect((await tom.post(costs, dinnerOf([tom, ana]))).status).toBe(201);
    expect(await balances(tom, tom, ana)).toEqual([1500, -1500]);
  });
});

test("who left the crew stays in the books and changes only what is theirs", async () => {
  const { ana, bo, cleo, squad, trip, costs, enter, pay, balances } = await newBooks(swell);
  const mine = idOf(await enter(cleo));
  await enter(ana);
  const before = await balances(ana, ana, bo, cleo);
  expect((await cleo.post(`/api/trips/${trip}/leave`, {})).status).toBe(200);
  expect(await balances(cleo, ana, bo, cleo)).toEqual(before);
  expect(await cleo.post(costs, dinnerOf([ana]))).toMatchObject({
    status: 403,
    body: { error: "Only the crew of this trip can enter costs." },
  });
  expect((await cleo.patch(`/api/costs/${mine}`, { version: 1, title: "Brunch" })).status).toBe(200);
  expect((await pay(cleo, cleo, ana, 100)).status).toBe(201);
  // The crew may still name them.
  expect((await ana.post(costs, dinnerOf([ana, cleo]))).status).toBe(201);

  expect((await ana.delete(`/api/squads/${squad}/members/${cleo.id}`)).status).toBe(204);
  expect((await cleo.get(costs)).status).toBe(404);
  expect((await cleo.get(`/api/costs/${mine}`)).status).toBe(404);
  const page = (await bo.get(costs)).body;
  expect(rows(page["people"]).find(({ id }) => String(id) === cleo.id)).toMatchObject({
    isCrew: false,
    user: { firstName: "Cleo" },
  });
});

describe("a payment", () => {
  test("is recorded and deleted by its two people and organizers, and by nobody else", async () => {
    const { ana, bo, cleo, enter, pay } = await newBooks(swell);
    await enter(ana);
    expect(await pay(cleo, bo, ana, 500)).toMatchObject({
      status: 403,
      body: { error: "Only who pays, who is paid, or an organizer can record or delete a payment." },
    });
    const paid = [await pay(bo, bo, cleo, 500), await pay(cleo, bo, cleo, 500), await pay(ana, bo, cleo, 500)];
    expect(paid.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await bo.delete(`/api/payments/${idOf(paid[1]!)}`)).status).toBe(204);
  });

  test("of a name that is still expected is recorded by any of the crew", async () => {
    const { bo, cleo, costs, pay, balances, expectMaya } = await newBooks(swell);
    const maya = await expectMaya();
    expect((await bo.post(costs, dinnerOf([bo, maya]))).status).toBe(201);
    const paid = await pay(cleo, maya, bo, 1500);
    expect(paid.status).toBe(201);
    expect(await balances(cleo, bo, maya)).toEqual([0, 0]);
    expect((await cleo.delete(`/api/payments/${idOf(paid)}`)).status).toBe(204);
  });

  test("needs two people of the trip, an amount and a cost before it", async () => {
    const { ana, bo, enter, pay } = await newBooks(swell);
    expect(await pay(ana, ana, bo, 500)).toMatchObject({
      status: 409,
      body: { error: "Please enter a cost first. It chooses the currency of this trip." },
    });
    await enter(ana);
    expect(await pay(ana, ana, ana, 500)).toMatchObject({ status: 400, body: { issues: [{ path: "to" }] } });
    expect(await pay(ana, ana, { id: randomUUID() }, 500)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "to" }] },
    });
    for (const amount of [0, -5, 1.5, 1_000_000_001]) expect((await pay(ana, ana, bo, amount)).status).toBe(400);
  });
});
