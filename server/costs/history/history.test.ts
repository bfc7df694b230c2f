import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressFor, put } from "../../media/fixtures/uploading.ts";
import { type Client, type Reply, type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { idOf, newBooks, sharesOf } from "../../testing/books.ts";
import { forgetOld } from "../forget-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

interface Line {
  readonly id: string;
  readonly text: string;
  readonly mayUndo: boolean;
}

async function newHistory() {
  const made = await newBooks(swell);
  const path = `/api/trips/${made.trip}/changes?of=costs`;
  const lines = async (who: Client, query = ""): Promise<Line[]> =>
    rows((await who.get(`${path}${query}`)).body) as unknown as Line[];
  const texts = async (who: Client) => (await lines(who)).map(({ text }) => text);
  const undo = (who: Client, change: string): Promise<Reply> => who.post(`/api/changes/${change}/undo`, {});
  /** Undoes the latest change. */
  const undoLast = async (who: Client): Promise<Reply> => undo(who, (await lines(who))[0]!.id);
  return { ...made, path, lines, texts, undo, undoLast };
}

test("the history says who did what, newest first, page by page", async () => {
  const { ana, bo, enter, pay, texts, lines, trip } = await newHistory();
  const [a, b] = [ana.name, bo.name].map((name) => name.split(" ")[0]!) as [string, string];
  const id = idOf(await enter(ana, { amount: 4000 }));
  const edit = async (version: number, fields: object) =>
    expect((await bo.patch(`/api/costs/${id}`, { version, ...fields })).status).toBe(200);
  await ana.patch(`/api/costs/${id}`, { version: 1, payers: [{ personId: bo.id, amount: 4000 }] });
  await edit(2, { amount: 4200, payers: [{ personId: bo.id, amount: 4200 }] });
  await edit(3, { title: "Supper" });
  await edit(4, { day: "2026-07-06" });
  await edit(5, { category: "drinks" });
  await edit(6, { note: "With wine" });
  await edit(7, { title: "Dinner", note: "" });
  await edit(8, { people: [{ personId: ana.id, weight: 1 }] });
  const payment = idOf(await pay(bo, bo, ana, 1000));
  await pay(ana, bo, ana, 500);
  await ana.delete(`/api/payments/${payment}`);
  await bo.delete(`/api/costs/${id}`);
  expect(await texts(ana)).toEqual([
    `${b} deleted Dinner`,
    `${a} deleted the payment of €10.00 from ${b} to ${a}`,
    `${a} recorded a payment of €5.00 from ${b}`,
    `${b} recorded a payment of €10.00 to ${a}`,
    `${b} changed the split of Dinner`,
    `${b} changed the name and the note of Supper`,
    `${b} changed the note of Supper`,
    `${b} changed the category of Supper from food to drinks`,
    `${b} moved Supper from 5 July to 6 July`,
    `${b} renamed Dinner to Supper`,
    `${b} changed the amount of Dinner from €40.00 to €42.00`,
    `${a} changed who paid for Dinner`,
    `${a} entered Dinner, €40.00`,
  ]);
  const all = await lines(ana);
  const first = await lines(ana, "&limit=5");
  const second = await lines(ana, `&limit=100&cursor=${first.at(-1)!.id}`);
  expect([...first, ...second]).toEqual(all);
  expect((await ana.get(`/api/trips/${trip}/changes?of=plan`)).status).toBe(400);
});

test("it is for people in the books alone, and names nobody who is gone", async () => {
  const { ana, bo, enter, lines, path, undo, squad } = await newHistory();
  await enter(bo);
  const [change] = await lines(ana);
  const stranger = await swell.person("zoe");
  await swell.database.db.updateTable("squads").set({ is_public: true }).where("id", "=", squad).execute();
  expect([(await stranger.get(path)).status, (await undo(stranger, change!.id)).status]).toEqual([404, 404]);
  await bo.delete("/api/account", { confirm: bo.email, password: bo.password, photos: "leave" });
  expect((await lines(ana)).map(({ text }) => text)).toEqual(["Former crew member entered Dinner, €30.00"]);
});

describe("undoing", () => {
  test("an edit puts back what it touched, and keeps what others changed since", async () => {
    const { ana, bo, enter, lines, undo } = await newHistory();
    const cost = `/api/costs/${idOf(await enter(ana))}`;
    await ana.patch(cost, { version: 1, amount: 6000, payers: [{ personId: ana.id, amount: 6000 }] });
    await ana.patch(cost, { version: 2, title: "Supper", note: "Late" });
    const edit = (await lines(ana))[1]!;
    expect((await undo(bo, edit.id)).status).toBe(403);
    const undone = await undo(ana, edit.id);
    expect([undone.status, undone.body["costId"]]).toEqual([200, cost.split("/").at(-1)]);
    const { body } = await ana.get(cost);
    expect(body).toMatchObject({ title: "Supper", note: "Late", amount: 3000, tripAmount: 3000, version: 4 });
    expect(sharesOf(body)).toEqual([1000, 1000, 1000]);
    const again = await undo(ana, edit.id);
    expect([again.status, again.body["error"]]).toEqual([409, "Somebody has changed this since. Look at it first."]);
    // The undoing is a change too.
    expect((await undo(ana, (await lines(ana))[0]!.id)).status).toBe(200);
    expect((await ana.get(cost)).body["amount"]).toBe(6000);
  });

  test("a deletion brings the cost back with its id, key, receipt and parts", async () => {
    const { ana, bo, cleo, enter, undoLast, books, balances, texts, costs } = await newHistory();
    const uploadURL = await addressFor(ana);
    await put(swell, ana, uploadURL, Buffer.from("%PDF-1.7\n"));
    const made = await enter(ana, { amount: 1000, currency: "JPY", receipt: { uploadURL } });
    const before = await books(bo);
    const { version: _version, ...cost } = (await ana.get(`/api/costs/${idOf(made)}`)).body;
    await ana.delete(`/api/costs/${idOf(made)}`);
    expect((await books(bo))["currency"]).toBe(null);
    const undone = await undoLast(ana);
    expect([undone.status, undone.body]).toEqual([200, { costId: idOf(made), paymentId: null }]);
    expect((await ana.get(`/api/costs/${idOf(made)}`)).body).toMatchObject(cost);
    expect((await ana.get(`/api/costs/${idOf(made)}/receipt`)).status).toBe(200);
    expect((await books(bo))["currency"]).toBe("JPY");
    expect((await books(bo))["balances"]).toEqual(before["balances"]);
    expect((await balances(ana, ana, bo, cleo)).reduce((sum, one) => sum! + one!, 0)).toBe(0);
    expect((await texts(ana))[0]).toMatch(/ brought Dinner back$/);
    expect((await ana.get(costs)).body["count"]).toBe(1);
  });

  test("twice at the same moment happens once", async () => {
    const { ana, enter, lines, undo, books } = await newHistory();
    await ana.delete(`/api/costs/${idOf(await enter(ana))}`);
    const [deletion] = await lines(ana);
    const replies = await Promise.all([undo(ana, deletion!.id), undo(ana, deletion!.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await books(ana))["count"]).toBe(1);
  });

  test("a new cost takes it back, unless somebody has changed it", async () => {
    const { ana, enter, lines, undo, undoLast, books } = await newHistory();
    const changed = idOf(await enter(ana));
    const [entered] = await lines(ana);
    await ana.patch(`/api/costs/${changed}`, { version: 1, title: "Lunch" });
    expect((await undo(ana, entered!.id)).status).toBe(409);
    await enter(ana);
    expect((await undoLast(ana)).body).toEqual({ costId: null, paymentId: null });
    expect((await books(ana))["count"]).toBe(1);
  });

  test("a payment takes it back or brings it back, for who may record it", async () => {
    const { ana, bo, cleo, enter, pay, undo, lines, balances } = await newHistory();
    await enter(ana);
    const id = idOf(await pay(bo, bo, ana, 1000));
    const [recorded] = await lines(bo);
    expect((await undo(cleo, recorded!.id)).status).toBe(403);
    expect((await undo(bo, recorded!.id)).status).toBe(200);
    expect(await balances(ana, ana, bo)).toEqual([2000, -1000]);
    const [takenBack] = await lines(bo);
    expect((await undo(bo, takenBack!.id)).body).toEqual({ costId: null, paymentId: id });
    expect(await balances(ana, ana, bo)).toEqual([1000, 0]);
    expect((await undo(bo, recorded!.id)).status).toBe(200);
  });

  test("is refused when the trip counts in another currency by now", async () => {
    const { ana, enter, lines, undo } = await newHistory();
    await ana.delete(`/api/costs/${idOf(await enter(ana))}`);
    const [deletion] = await lines(ana);
    await enter(ana, { currency: "USD" });
    expect((await undo(ana, deletion!.id)).body["error"]).toBe(
      "This trip counts in USD. That stays while there are costs.",
    );
  });

  test("is offered where it is a right and would work", async () => {
    const { ana, bo, cleo, enter, lines } = await newHistory();
    const cost = `/api/costs/${idOf(await enter(bo, { payers: [{ personId: bo.id, amount: 3000 }] }))}`;
    await bo.patch(cost, { version: 1, title: "Lunch" });
    await bo.patch(cost, { version: 2, title: "Brunch" });
    const offered = async (who: Client) => (await lines(who)).map(({ mayUndo }) => mayUndo);
    expect([await offered(bo), await offered(ana), await offered(cleo)]).toEqual([
      [true, false, false],
      [true, false, false],
      [false, false, false],
    ]);
    await bo.delete(cost);
    expect([await offered(bo), await offered(cleo)]).toEqual([
      [true, false, false, false],
      [false, false, false, false],
    ]);
  });

  test("brings back people who have left and been deleted, as they stood", async () => {
    const { ana, bo, cleo, enter, undoLast, balances } = await newHistory();
    const id = idOf(await enter(ana));
    const row = async () =>
      (await sql<{ id: string }>`select id from cost_people where person_id = ${bo.id}`.execute(swell.database.db))
        .rows[0]!.id;
    const former = await row();
    await ana.delete(`/api/costs/${id}`);
    await bo.delete("/api/account", { confirm: bo.email, password: bo.password, photos: "leave" });
    expect((await undoLast(ana)).status).toBe(200);
    expect(await balances(cleo, ana, { id: former }, cleo)).toEqual([2000, -1000, -1000]);
  });
});

test("changes go after 90 days", async () => {
  const { ana, enter, lines } = await newHistory();
  await enter(ana);
  await forgetOld(swell.database);
  expect(await lines(ana)).toHaveLength(1);
  await sql`update trip_changes set changed_at = now() - interval '91 days'`.execute(swell.database.db);
  await forgetOld(swell.database);
  expect(await lines(ana)).toEqual([]);
});
