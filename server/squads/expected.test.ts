import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type Reply, type TestApp, client, openTestApp, rows } from "../testing/app.ts";
import { newSquad } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();

/** A squad of three with a trip to come, an award on it, and Maya, who is expected. */
async function expectMaya() {
  const made = await newSquad(swell, "ana", "bo", "cleo");
  const { ana, squad } = made;
  const plan = { squadId: squad, name: "Peniche", location: "Portugal", startDate: day(1), endDate: day(3) };
  const trip = String((await ana.post("/api/trips", plan)).body["id"]);
  const award = await ana.post(`/api/trips/${trip}/categories`, {
    name: "Best Hat",
    description: "For hats",
    order: 0,
  });
  const added = await made.bo!.post(`/api/squads/${squad}/expected`, { names: ["Maya"] });
  const maya = String(rows(added.body)[0]!["id"]);
  return { ...made, trip, maya, award: String(award.body["id"]) };
}

const sitDown = (squad: string, invite: string, who: object) =>
  swell.visitor.post(`/api/squads/${squad}/seats`, { ...who, invite, key: randomBytes(24).toString("base64url") });
const seatOf = (reply: Reply): Client => {
  const cookies = [reply.headers["set-cookie"]].flat().map(String);
  return client(swell.app, cookies.find((one) => one.startsWith("session="))!.split(";")[0]!);
};
const progressOf = async (who: Client, award: string) =>
  (await who.get(`/api/categories/${award}/voting-progress`)).body;
const vote = (who: Client, award: string, nomineeId: string) =>
  who.post(`/api/categories/${award}/vote`, { nomineeId });

test("an expected name is crew and a nominee, and no voter", async () => {
  const { ana, bo, cleo, squad, trip, maya, award } = await expectMaya();
  const page = (await ana.get(`/api/squads/${squad}`)).body;
  expect(rows(page["expected"])).toMatchObject([{ id: maya, firstName: "Maya" }]);
  expect(page["squad"]).toMatchObject({ memberCount: 3 });
  const crew = rows((await ana.get(`/api/trips/${trip}/members`)).body);
  expect(crew.filter(({ isExpected }) => isExpected).map(({ userId }) => userId)).toEqual([maya]);
  expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 4, voterCount: 3 });
  expect(await progressOf(ana, award)).toMatchObject({ totalVotesNeeded: 3 });

  // A name that is not here yet holds up no award.
  for (const who of [ana, bo!, cleo!]) expect((await vote(who, award, maya)).status).toBe(200);
  expect(await progressOf(ana, award)).toMatchObject({ isComplete: true });
  const [first] = rows((await ana.get(`/api/categories/${award}/leaderboard`)).body);
  expect(first).toMatchObject({ user: { id: maya }, voteCount: 3 });
});

test("whoever takes the name is exactly that person, and votes from then on", async () => {
  const { ana, bo, squad, trip, maya, award, inviteOf } = await expectMaya();
  await vote(ana, award, maya);
  await vote(bo!, award, maya);
  const invite = await inviteOf();
  const card = (await swell.visitor.get(`/api/public/squads/${squad}?invite=${invite}`)).body;
  expect(rows(card["expected"])).toEqual([{ id: maya, firstName: "Maya" }]);

  const taken = await sitDown(squad, invite, { expected: maya });
  expect([taken.status, taken.body["user"]!["id"], taken.body["user"]!["firstName"]]).toEqual([201, maya, "Maya"]);
  const seat = seatOf(taken);
  expect(rows((await ana.get(`/api/squads/${squad}`)).body["expected"])).toEqual([]);
  expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 4, voterCount: 4 });
  expect(await progressOf(ana, award)).toMatchObject({ totalVotesNeeded: 4, votesReceived: 2 });
  expect((await vote(seat, award, ana.id)).status).toBe(200);
  expect(await progressOf(seat, award)).toMatchObject({ votesReceived: 3, isComplete: false });
});

test("of two people who take one name at once, one gets it and the other chooses again", async () => {
  const { squad, maya, inviteOf } = await expectMaya();
  const invite = await inviteOf();
  const answers = await Promise.all([1, 2, 3].map(() => sitDown(squad, invite, { expected: maya })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body).toMatchObject({ key: "seat_just_taken" });
  expect((await sitDown(squad, invite, { firstName: "Tom" })).status).toBe(201);
});

test("nobody takes the name of another squad, or a member's", async () => {
  const { ana, squad, inviteOf } = await expectMaya();
  const other = await expectMaya();
  for (const expected of [other.maya, ana.id])
    expect((await sitDown(squad, await inviteOf(), { expected })).status).toBe(409);
  const nameless = await sitDown(squad, await inviteOf(), {});
  expect([nameless.status, nameless.body["error"]]).toEqual([400, "Please enter your first name"]);
});

test("a name that is expected no longer makes its votes void", async () => {
  const { ana, bo, squad, trip, maya, award } = await expectMaya();
  await vote(ana, award, maya);
  expect((await bo!.delete(`/api/squads/${squad}/expected/${maya}`)).status).toBe(204);
  expect((await ana.get(`/api/categories/${award}/my-vote`)).body).toEqual({ nomineeId: null, isVoid: true });
  expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 3, voterCount: 3 });
  expect((await bo!.delete(`/api/squads/${squad}/expected/${maya}`)).status).toBe(409);
});

test("a name comes onto the trips that are made later, and can be corrected", async () => {
  const { ana, squad, maya } = await expectMaya();
  const renamed = await ana.patch(`/api/squads/${squad}/expected/${maya}`, { name: "Maya’s sister" });
  expect(renamed.body).toMatchObject({ id: maya, firstName: "Maya’s sister" });
  const plan = { squadId: squad, name: "Hossegor", location: "France", startDate: day(30), endDate: day(33) };
  const made = await ana.post("/api/trips", plan);
  expect(made.body).toMatchObject({ memberCount: 4, voterCount: 3 });
  const past = { ...plan, startDate: day(-9), endDate: day(-7) };
  expect((await ana.post("/api/trips", past)).body).toMatchObject({ memberCount: 3, voterCount: 3 });
});

test("a squad expects fifty people at most, and they go with it", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const names = Array.from({ length: 50 }, (_, n) => `Friend ${n}`);
  expect((await ana.post(`/api/squads/${squad}/expected`, { names })).status).toBe(201);
  const more = await ana.post(`/api/squads/${squad}/expected`, { names: ["One more"] });
  expect([more.status, more.body["key"]]).toEqual([409, "squad_expects_many"]);
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(204);
  const left = await swell.database.db
    .selectFrom("people")
    .select("id")
    .where("first_name", "like", "Friend %")
    .execute();
  expect(left).toEqual([]);
});
