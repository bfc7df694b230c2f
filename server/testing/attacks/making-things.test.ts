import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const numbered = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const counted = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length] as const),
  );
const newSquad = (who: TestPerson) => who.post("/api/squads", { name: "One more" });
const trip = { name: "One more", location: "Peniche", startDate: "2026-08-01", endDate: "2026-08-02" };

test("a trip takes a hundred awards, also from parallel calls", async () => {
  const { ana, trip: id } = await newTrip(swell, { crew: ["ana"] });
  const award = { icon: "fas fa-trophy", color: "red", trip_id: id, description: "" };
  await swell.database.db
    .insertInto("categories")
    .values(
      numbered(98, (n) => ({
        ...award,
        id: newId(),
        name: `Award ${n}`,
        position: n,
        completed_at: null,
        closed_at: null,
      })),
    )
    .execute();
  const add = () =>
    ana.post(`/api/trips/${id}/categories`, { name: "One more", description: "For the last", order: 99 });
  expect(counted(await Promise.all(numbered(5, add)))).toEqual({ 201: 2, 409: 3 });
  expect((await add()).body).toEqual({
    error: "A trip has room for 100 awards. Delete one before you add another.",
    code: "too_many",
    key: "awards_full",
    values: { max: 100 },
  });
});

test("a person in fifty squads creates no more, also by parallel calls", async () => {
  const ana = await swell.person("ana");
  const squads = numbered(48, (n) => ({
    id: newId(),
    name: `Squad ${n}`,
    description: "",
    photo_url: null,
    invite_code: newId(),
  }));
  await swell.database.db.insertInto("squads").values(squads).execute();
  const membership = { user_id: ana.id, role: "admin" as const };
  await swell.database.db
    .insertInto("squad_members")
    .values(squads.map(({ id }) => ({ ...membership, id: newId(), squad_id: id })))
    .execute();
  expect(counted(await Promise.all(numbered(5, () => newSquad(ana))))).toEqual({ 201: 2, 409: 3 });
  expect((await newSquad(ana)).body["error"]).toBe("You are in 50 squads. Leave one before you create another.");
});

test("a person creates two hundred trips, also by parallel calls", async () => {
  const ana = await swell.person("ana");
  const row = { name: "Old", location: "Peniche", start_date: "2026-08-01", end_date: "2026-08-02", photo_url: null };
  await swell.database.db
    .insertInto("trips")
    .values(numbered(198, () => ({ ...row, id: newId(), squad_id: null, created_by: ana.id, description: "" })))
    .execute();
  const add = () => ana.post("/api/trips", trip);
  expect(counted(await Promise.all(numbered(5, add)))).toEqual({ 201: 2, 409: 3 });
  expect((await add()).body["error"]).toBe("You have created 200 trips. Delete one before you create another.");
});

test("a person creates at most sixty things in a moment", async () => {
  const limited = await openTestApp({ RATE_LIMITS: "on" }, swell.database);
  try {
    const [ana, bo] = [await limited.person("ana"), await limited.person("bo")];
    const answers = [];
    for (let n = 0; n < 70; n++) answers.push(await ana.post("/api/trips", trip));
    expect(answers.slice(0, 60).every(({ status }) => status === 201)).toBe(true);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect((await bo.post("/api/trips", trip)).status).toBe(201);
  } finally {
    await limited.close();
  }
});
