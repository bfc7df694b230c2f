import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../platform/db/id.ts";
import { type TestApp, openTestApp, rows } from "../testing/app.ts";
import { idOf, newBooks, sharesOf } from "../testing/books.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

describe("a foreign cost", () => {
  test("is converted once by its rate, or stands as the card's statement says", async () => {
    const { ana, enter, books } = await newBooks(swell);
    await enter(ana);
    expect((await enter(ana, { amount: 1999, currency: "USD", rate: "0.9" })).body).toMatchObject({
      tripAmount: 1799,
      rate: "0.9",
    });
    expect((await enter(ana, { amount: 2500, currency: "KWD", tripAmount: 755 })).body).toMatchObject({
      tripAmount: 755,
      rate: null,
    });
    const usd = await enter(ana, { amount: 1000, currency: "USD", rate: "0.95" });
    expect(usd.status).toBe(201);
    expect((await books(ana))["rates"]).toEqual([{ currency: "USD", rate: "0.95" }]);
  });

  test.each([
    [{ currency: "USD" }, "rate", "Please enter the rate, or the amount in EUR"],
    [{ currency: "USD", rate: "0.9", tripAmount: 5 }, "rate", "Please enter either the rate or the amount in EUR"],
    [{ currency: "EUR", rate: "0.9" }, "rate", "A cost in EUR needs no rate"],
    [{ currency: "USD", rate: "0.000001" }, "rate", "That is less than the smallest coin of EUR."],
    [{ currency: "USD", rate: "999999999999" }, "amount", "This amount is too large"],
    [{ currency: "USD", rate: "0,9" }, "rate", "Please enter the rate as a number, such as 0.0061"],
    [{ currency: "XYZ" }, "currency", "Please choose a currency"],
    [{ currency: "toString" }, "currency", "Please choose a currency"],
  ])("is refused with %j, which changes nothing", async (more, path, sentence) => {
    const { ana, enter, books } = await newBooks(swell);
    await enter(ana);
    expect(await enter(ana, more)).toMatchObject({
      status: 400,
      body: { error: sentence, issues: [{ path, message: sentence }] },
    });
    expect((await books(ana))["count"]).toBe(1);
  });

  test("as the first one makes its currency the trip's, of two at once the first one's", async () => {
    const { ana, bo, enter, books } = await newBooks(swell);
    const replies = await Promise.all([enter(ana, { currency: "JPY" }), enter(bo, { currency: "USD" })]);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["201", "400"]);
    expect((await books(ana))["currency"]).toBe(replies[0].status === 201 ? "JPY" : "USD");
  });
});

test("the first cost is offered the currency of the squad's last trip that has one", async () => {
  const { ana, squad, enter } = await newBooks(swell);
  await enter(ana, { currency: "NOK" });
  const dates = { startDate: "2027-07-04T00:00:00.000Z", endDate: "2027-07-11T00:00:00.000Z" };
  const next = await ana.post("/api/trips", { squadId: squad, name: "Lofoten", location: "Norway", ...dates });
  const books = await ana.get(`/api/trips/${idOf(next)}/costs`);
  expect(books.body).toMatchObject({ currency: null, offeredCurrency: "NOK" });
});

describe("amounts that do not add up", () => {
  test.each([
    [{ payers: [2000, 500] }, "payers", "€5.00 are missing from what was paid"],
    [{ payers: [2000, 2000] }, "payers", "€10.00 too much was paid"],
    [{ payers: [4000, -1000] }, "payers", "Please enter all amounts as money spent, or all as money back"],
    [{ split: "exact", weights: [1000, 1000, 680] }, "people", "€3.20 are missing"],
    [{ split: "exact", weights: [1000, 1000, 1320] }, "people", "€3.20 too much"],
    [{ split: "shares", weights: [100, 0, 100] }, "people", "Please enter shares from 0.01 to 1,000"],
    [{ split: "shares", weights: [100, 100_001, 100] }, "people", "Please enter shares from 0.01 to 1,000"],
    [{ people: [] }, "people", "Please choose whom this is for."],
    [{ payers: [] }, "payers", "Please choose who paid"],
    [{ amount: 0 }, "amount", "Please enter an amount"],
  ])("are refused with %j", async ({ payers, weights, ...more }: Record<string, unknown>, path, sentence) => {
    const { ana, bo, cleo, enter, books } = await newBooks(swell);
    const crew = [ana, bo, cleo];
    const paid = (payers as number[] | undefined)?.map((amount, at) => ({ personId: crew[at]!.id, amount }));
    const people = (weights as number[] | undefined)?.map((weight, at) => ({ personId: crew[at]!.id, weight }));
    const refused = await enter(ana, { ...more, ...(paid && { payers: paid }), ...(people && { people }) });
    expect(refused).toMatchObject({ status: 400, body: { error: sentence, issues: [{ path }] } });
    expect(await books(ana)).toMatchObject({ currency: null, count: 0 });
  });

  test("are refused with somebody unknown, or twice", async () => {
    const { ana, enter } = await newBooks(swell);
    const stranger = await swell.person("eve");
    const named = (field: string, id: string) =>
      field === "payers" ? { payers: [{ personId: id, amount: 3000 }] } : { people: [{ personId: id, weight: 1 }] };
    for (const field of ["payers", "people"])
      expect(await enter(ana, named(field, stranger.id))).toMatchObject({
        status: 400,
        body: { error: "Please choose people of this trip", issues: [{ path: field }] },
      });
    const twice = { personId: ana.id, weight: 1 };
    expect(await enter(ana, { people: [twice, twice] })).toMatchObject({
      status: 400,
      body: { error: "Please name each person once" },
    });
  });
});

test("money back splits like its positive, with several payers", async () => {
  const { ana, bo, cleo, enter, balances, books } = await newBooks(swell);
  const payers = [
    { personId: ana.id, amount: 700 },
    { personId: bo.id, amount: 300 },
  ];
  const key = newId();
  const spent = await enter(ana, { key, amount: 1000, payers });
  const back = await enter(ana, {
    // The last 32 bits decide where the leftover unit goes.
    key: `${newId().slice(0, -8)}${key.slice(-8)}`,
    amount: -1000,
    payers: payers.map((one) => ({ ...one, amount: -one.amount })),
  });
  expect(sharesOf(back.body)).toEqual(sharesOf(spent.body).map((share) => -Number(share)));
  expect(await balances(ana, ana, bo, cleo)).toEqual([0, 0, 0]);
  expect(await books(ana)).toMatchObject({ settle: [], totals: { trip: 0 } });
});

test("people come in crew order, whatever order they were entered in", async () => {
  const { ana, bo, cleo, enter } = await newBooks(swell);
  const people = [cleo, ana, bo].map(({ id }) => ({ personId: id, weight: 1 }));
  const [key, one] = [newId(), newId()];
  const first = await enter(ana, { key, amount: 1000, people });
  const second = await enter(ana, { key: `${one.slice(0, -8)}${key.slice(-8)}`, amount: 1000 });
  const named = (reply: typeof first) => rows(reply.body["shares"]);
  expect(named(first).map(({ personId }) => personId)).toEqual([ana.id, bo.id, cleo.id]);
  expect(named(first)).toEqual(named(second));
});

test("a trip takes 2,000 costs and as many payments", async () => {
  const { ana, bo, trip, enter, pay } = await newBooks(swell);
  const id = idOf(await enter(ana));
  await pay(ana, bo, ana, 100);
  const { db } = swell.database;
  const copies = (from: string) =>
    sql`select gen_random_uuid() as id, gen_random_uuid() as key, * from ${sql.raw(from)}`;
  await sql`with made as (
      insert into costs (id, trip_id, key, title, day, category, amount, currency, trip_amount, split)
      select x.id, trip_id, x.key, title, day, category, amount, currency, trip_amount, split
      from costs c, (${copies("generate_series(1, 1999)")}) x where c.id = ${id} returning id
    ), paid as (
      insert into cost_payers select made.id, payer_id, amount, trip_amount from cost_payers y, made where y.cost_id = ${id}
    ) insert into cost_shares select made.id, sharer_id, weight, share from cost_shares s, made where s.cost_id = ${id}`.execute(
    db,
  );
  await sql`insert into payments (id, trip_id, key, from_id, to_id, amount, day)
    select x.id, trip_id, x.key, from_id, to_id, 1, day from payments y, (${copies("generate_series(1, 1999)")}) x
    where y.trip_id = ${trip}`.execute(db);
  expect(await enter(ana)).toMatchObject({
    status: 409,
    body: { error: "A trip can have at most 2000 costs. Delete one first." },
  });
  expect(await pay(ana, bo, ana, 100)).toMatchObject({
    status: 409,
    body: { error: "A trip can have at most 2000 payments. Delete one first." },
  });
  expect((await ana.delete(`/api/costs/${id}`)).status).toBe(204);
  expect((await enter(ana)).status).toBe(201);
});

describe("the database", () => {
  /** Whether a transaction with this statement commits. */
  const commits = async (statement: ReturnType<typeof sql>) => {
    const done = await swell.database
      .transact((tx) => statement.execute(tx))
      .then(
        () => "committed",
        (error: Error) => error.message,
      );
    return done.startsWith("the parts of cost") ? "refused" : done;
  };

  test("refuses a commit in which the parts of a cost do not sum to it", async () => {
    const { ana, enter, balances } = await newBooks(swell);
    const id = idOf(await enter(ana));
    const other = await newBooks(swell);
    const elsewhere = idOf(await other.enter(other.ana));
    const before = await balances(ana, ana);
    // A statement that leaves the sums as they are commits.
    expect(await commits(sql`update costs set title = 'Supper' where id = ${id}`)).toBe("committed");
    for (const statement of [
      sql`update cost_shares set share = share + 1 where cost_id = ${id} and share > 0`,
      sql`update cost_payers set trip_amount = trip_amount - 1 where cost_id = ${id}`,
      sql`update cost_payers set amount = amount - 1 where cost_id = ${id}`,
      sql`update costs set trip_amount = trip_amount + 1 where id = ${id}`,
      sql`update costs set amount = amount + 1 where id = ${id}`,
      sql`delete from cost_shares where cost_id = ${id}`,
      sql`delete from cost_payers where cost_id = ${id}`,
      sql`update cost_payers set payer_id = (select payer_id from cost_payers where cost_id = ${elsewhere}) where cost_id = ${id}`,
    ])
      expect(await commits(statement)).toBe("refused");
    expect(await balances(ana, ana)).toEqual(before);
  });

  test("keeps the sums of people with every change of their rows", async () => {
    const { ana, bo, enter, pay, balances } = await newBooks(swell);
    const id = idOf(await enter(ana));
    const payment = idOf(await pay(bo, bo, ana, 100));
    expect(await balances(ana, ana, bo)).toEqual([1900, -900]);
    await swell.database.transact(async (tx) => {
      await sql`update costs set amount = 6000, trip_amount = 6000 where id = ${id}`.execute(tx);
      await sql`update cost_payers set amount = 6000, trip_amount = 6000 where cost_id = ${id}`.execute(tx);
      await sql`update cost_shares set share = 2000 where cost_id = ${id}`.execute(tx);
      await sql`update payments set amount = 300 where id = ${payment}`.execute(tx);
    });
    expect(await balances(ana, ana, bo)).toEqual([3700, -1700]);
    await sql`delete from costs where id = ${id}`.execute(swell.database.db);
    await sql`delete from payments where id = ${payment}`.execute(swell.database.db);
    const { rows: left } = await sql<{
      sum: number;
    }>`select sum(abs(paid) + abs(shared) + abs(sent) + abs(received))::int as sum
      from cost_people p join people u on u.id = p.person_id where u.id in (${ana.id}, ${bo.id})`.execute(
      swell.database.db,
    );
    expect(left[0]!.sum).toBe(0);
  });
});
