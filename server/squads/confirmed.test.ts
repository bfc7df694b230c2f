import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type Client, type Reply, type TestApp, client, openTestApp, rows } from "../testing/app.ts";
import { keepSeat } from "../accounts/people/user-store.ts";
import type { Tx } from "../schema/database.ts";
import { tripWrites } from "../trips/store.ts";
import { holdTransaction } from "../testing/hold-transaction.ts";
import { closeNight, newSquad, passDay } from "../testing/builders.ts";
import { nextYearsEvening } from "../testing/evening.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

// After each test the voters of every trip are those that the rule allows, and the count of voters is right.
afterEach(async () => {
  const { rows: wrong } = await sql`select m.trip_id, m.user_id, m.may_vote from trip_members m
    where m.may_vote <> may_vote_on(m.trip_id, m.user_id)`.execute(swell.database.db);
  expect(wrong).toEqual([]);
  const { rows: counted } = await sql`select t.id from trips t where t.voter_count <>
    (select count(*) from trip_members m where m.trip_id = t.id and m.may_vote)`.execute(swell.database.db);
  expect(counted).toEqual([]);
});

type Person = Client & { readonly id: string };

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();
const plan = { name: "Peniche", location: "Portugal", startDate: day(1), endDate: day(3) };

const ask = (squad: string, invite: string, who: object) =>
  swell.visitor.post(`/api/squads/${squad}/seats`, { ...who, invite, key: randomBytes(24).toString("base64url") });
const seatOf = (reply: Reply): Person => {
  if (reply.status !== 201) throw new Error(`No seat: ${reply.text}`);
  const cookies = [reply.headers["set-cookie"]].flat().map(String);
  return {
    ...client(swell.app, cookies.find((one) => one.startsWith("session="))!.split(";")[0]!),
    id: String(reply.body["user"]!["id"]),
  };
};

/** A squad of accounts and seats, with a trip to come and two awards on it. */
async function openTrip(accounts: readonly [string, ...string[]], seatNames: readonly string[] = []) {
  const made = await newSquad(swell, ...(accounts as [string]));
  const { ana, squad } = made;
  const invite = await made.inviteOf();
  const trip = String((await ana.post("/api/trips", { ...plan, squadId: squad })).body["id"]);
  const seats: Person[] = [];
  for (const firstName of seatNames) seats.push(seatOf(await ask(squad, invite, { firstName })));
  const awards: string[] = [];
  for (const [order, name] of ["Best Hat", "Camp Chef"].entries()) {
    const added = await ana.post(`/api/trips/${trip}/categories`, { name, description: name, order });
    awards.push(String(added.body["id"]));
  }
  const demand = (confirmedOnly: boolean, who: Client = ana) =>
    who.put(`/api/trips/${trip}`, { ...plan, confirmedOnly });
  const confirm = (seat: Person, who: Client = ana) => who.post(`/api/squads/${squad}/seats/${seat.id}/confirm`, {});
  return { ...made, invite, trip, seats, tom: seats[0]!, awards, hat: awards[0]!, chef: awards[1]!, demand, confirm };
}

const vote = (who: Client, award: string, nomineeId: string) =>
  who.post(`/api/categories/${award}/vote`, { nomineeId });
const progressOf = async (who: Client, award: string) =>
  (await who.get(`/api/categories/${award}/voting-progress`)).body;
const ballotOf = async (who: Client, trip: string) => (await who.get(`/api/trips/${trip}/ballot`)).body;
const keep = (seat: Person) =>
  seat.post("/api/seat/account", { email: `kept.${seat.id}@example.org`, password: "tom-likes-waves" });

describe("where only confirmed people vote", () => {
  test("a seat is no voter any more, and its ballots in open awards go", async () => {
    const { ana, bo, tom, trip, hat, chef, demand } = await openTrip(["ana", "bo"], ["Tom"]);
    await vote(tom, hat, ana.id);
    await vote(ana, hat, tom.id);
    const switched = await demand(true);
    expect([switched.status, switched.body]).toMatchObject([
      200,
      { confirmedOnly: true, memberCount: 3, voterCount: 2 },
    ]);
    expect(await progressOf(ana, hat)).toMatchObject({ votesReceived: 1, totalVotesNeeded: 2 });
    const missing = rows((await progressOf(ana, chef))["usersWhoHaventVoted"]).map(({ id }) => id);
    expect(missing).toEqual([ana.id, bo!.id]);

    const refused = await vote(tom, chef, ana.id);
    expect([refused.status, refused.body["key"]]).toEqual([403, "confirmed_people_vote"]);
    const ballot = await ballotOf(tom, trip);
    expect(ballot).toMatchObject({
      mayVote: false,
      toBeConfirmed: { squad: "Dawn Patrol", admins: ["Ana"] },
      trip: { confirmedOnly: true, voterCount: 2 },
    });
    expect(rows(ballot["categories"]).map(({ mayVote, nomineeId }) => [mayVote, nomineeId])).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(await ballotOf(bo!, trip)).toMatchObject({ mayVote: true, toBeConfirmed: null });
    // It stays crew and a nominee, and its awards wait for it.
    expect((await tom.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ awardsToVoteOn: 2 });
    expect((await ana.get(`/api/categories/${hat}/my-vote`)).body).toMatchObject({ nomineeId: tom.id });
  });

  test("an award that everybody else has voted on is complete", async () => {
    const { ana, bo, cleo, tom, hat, chef, demand } = await openTrip(["ana", "bo", "cleo"], ["Tom", "Uma"]);
    for (const who of [ana, bo!, cleo!]) await vote(who, hat, tom.id);
    await vote(tom, hat, bo!.id);
    await vote(ana, chef, tom.id);
    await demand(true);
    expect(await progressOf(ana, hat)).toMatchObject({ isComplete: true, votesReceived: 3 });
    expect(await progressOf(ana, chef)).toMatchObject({ isComplete: false, votesReceived: 1, totalVotesNeeded: 3 });
    const [first, ...others] = rows((await tom.get(`/api/categories/${hat}/leaderboard`)).body);
    expect([first, others]).toMatchObject([{ user: { id: tom.id }, voteCount: 3 }, []]);
  });

  test("the bound counts voters: too few ballots are held", async () => {
    const { ana, bo, tom, hat, demand, confirm } = await openTrip(["ana", "bo"], ["Tom"]);
    await vote(ana, hat, tom.id);
    await vote(bo!, hat, tom.id);
    await demand(true);
    expect(await progressOf(ana, hat)).toMatchObject({ isHeld: true, isComplete: false, totalVotesNeeded: 2 });
    await confirm(tom);
    expect(await progressOf(ana, hat)).toMatchObject({ isComplete: false, totalVotesNeeded: 3, votesReceived: 2 });
    await vote(tom, hat, ana.id);
    expect(await progressOf(ana, hat)).toMatchObject({ isComplete: true, votesReceived: 3 });
  });

  test("half of the crew, for an early close, is half of its voters", async () => {
    const names = ["Tom", "Uma", "Vic", "Wim"];
    const { ana, people, trip, hat, demand } = await openTrip(["ana", "bo", "cleo", "dora"], names);
    await demand(true);
    await passDay(swell, trip);
    const shown = async () => rows((await ballotOf(ana, trip))["categories"])[0]!["reasonToStayOpen"];
    for (const who of people.slice(1, 3)) await vote(who, hat, ana.id);
    expect(await shown()).not.toBeNull();
    // Three ballots are half of four voters, not of a crew of eight.
    await vote(people[3]!, hat, ana.id);
    expect(await shown()).toBeNull();
    expect((await ana.post(`/api/categories/${hat}/close`, {})).body).toMatchObject({ isComplete: true });
  });

  test("complete awards stay as they are, and a seat does not change its vote there", async () => {
    const { ana, bo, cleo, tom, hat, demand, confirm } = await openTrip(["ana", "bo", "cleo"], ["Tom"]);
    for (const who of [ana, bo!, cleo!, tom]) await vote(who, hat, tom.id);
    const before = (await ana.get(`/api/categories/${hat}/leaderboard`)).body;
    await demand(true);
    expect((await ana.get(`/api/categories/${hat}/leaderboard`)).body).toEqual(before);
    expect((await vote(tom, hat, ana.id)).status).toBe(403);
    expect(await progressOf(ana, hat)).toMatchObject({ isComplete: true, votesReceived: 4 });
    await confirm(tom);
    expect((await vote(tom, hat, ana.id)).status).toBe(200);
  });

  test("a seat votes again when it is switched off, but not on what was decided", async () => {
    const { ana, bo, cleo, tom, trip, hat, chef, demand } = await openTrip(["ana", "bo", "cleo"], ["Tom"]);
    await demand(true);
    for (const who of [ana, bo!, cleo!]) await vote(who, hat, tom.id);
    await vote(ana, chef, tom.id);
    expect(await progressOf(ana, hat)).toMatchObject({ isComplete: true });
    expect((await demand(false)).body).toMatchObject({ confirmedOnly: false, voterCount: 4 });
    expect(await progressOf(ana, chef)).toMatchObject({ totalVotesNeeded: 4, votesReceived: 1 });
    expect(await ballotOf(tom, trip)).toMatchObject({ mayVote: true, toBeConfirmed: null });
    expect((await vote(tom, hat, ana.id)).body["key"]).toBe("award_decided");
    expect((await vote(tom, chef, ana.id)).status).toBe(200);
  });

  test("a seat votes once it is kept", async () => {
    const { ana, tom, trip, hat, demand } = await openTrip(["ana", "bo"], ["Tom"]);
    await demand(true);
    const kept = await keep(tom);
    expect(kept.status).toBe(201);
    const cookies = [kept.headers["set-cookie"]].flat().map(String);
    const account = client(swell.app, cookies.find((one) => one.startsWith("session="))!.split(";")[0]!);
    expect((await vote(account, hat, ana.id)).status).toBe(200);
    expect(await ballotOf(account, trip)).toMatchObject({ mayVote: true, toBeConfirmed: null });
    expect(await progressOf(ana, hat)).toMatchObject({ totalVotesNeeded: 3, votesReceived: 1 });
  });

  test("a seat votes once an admin has confirmed it, and a second press does nothing", async () => {
    const { ana, tom, squad, trip, hat, demand, confirm } = await openTrip(["ana", "bo"], ["Tom", "Uma"]);
    await demand(true);
    expect((await confirm(tom)).status).toBe(204);
    const seats = async () => rows((await ana.get(`/api/squads/${squad}/seats`)).body);
    const shown = await seats();
    expect(shown.map(({ confirmed }) => confirmed)).toMatchObject([null, { by: "Ana" }]);
    expect((await confirm(tom)).status).toBe(204);
    expect(await seats()).toEqual(shown);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 4, voterCount: 3 });
    expect((await vote(tom, hat, ana.id)).status).toBe(200);
  });

  test("a newcomer with an account votes, and one with a seat does not yet", async () => {
    const { ana, squad, trip, invite, demand, confirm } = await openTrip(["ana"]);
    await demand(true);
    const bo = await swell.person("bo");
    await bo.post(`/api/trips/${squad}/join`, { invite });
    const tom = seatOf(await ask(squad, invite, { firstName: "Tom" }));
    const counts = async () => (await ana.get(`/api/trips/${trip}`)).body["trip"];
    expect(await counts()).toMatchObject({ memberCount: 3, voterCount: 2 });
    // A trip that does not ask for it takes the votes of all.
    const open = await ana.post("/api/trips", { ...plan, squadId: squad });
    expect(open.body).toMatchObject({ memberCount: 3, voterCount: 3, confirmedOnly: false });
    await confirm(tom);
    expect(await counts()).toMatchObject({ memberCount: 3, voterCount: 3 });
    // Taken off and put back, it is still confirmed.
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id] });
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, tom.id] });
    expect(await counts()).toMatchObject({ memberCount: 2, voterCount: 2 });
  });

  test("whoever takes an expected name has to be confirmed too", async () => {
    const { ana, squad, trip, invite, demand, confirm } = await openTrip(["ana"]);
    await demand(true);
    const [maya] = rows((await ana.post(`/api/squads/${squad}/expected`, { names: ["Maya"] })).body);
    const seat = seatOf(await ask(squad, invite, { expected: maya!["id"] }));
    const counts = async () => (await ana.get(`/api/trips/${trip}`)).body["trip"];
    expect(await counts()).toMatchObject({ memberCount: 2, voterCount: 1 });
    await confirm(seat);
    expect(await counts()).toMatchObject({ memberCount: 2, voterCount: 2 });
  });

  test("in a planned night too, and nobody who cannot vote was the first one done", async () => {
    const { ana, tom, trip, hat, chef, demand } = await openTrip(["ana", "bo"], ["Tom"]);
    await ana.post(`/api/trips/${trip}/night`, { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" });
    for (const award of [hat, chef]) await vote(tom, award, ana.id);
    await demand(true);
    expect((await tom.post(`/api/categories/${hat}/skip`, {})).body["key"]).toBe("confirmed_people_vote");
    expect(await progressOf(ana, hat)).toMatchObject({ votesReceived: 0, totalVotesNeeded: 2 });
    const nights = swell.database.db.selectFrom("nights").select("first_done").where("trip_id", "=", trip);
    expect(await nights.executeTakeFirst()).toEqual({ first_done: null });
  });
});

test("open pages hear of the awards that the switch completes, and of new voters", async () => {
  const { ana, bo, cleo, trip, hat, seats, demand, confirm } = await openTrip(["ana", "bo", "cleo"], ["Tom", "Uma"]);
  const hints: LiveEvent[] = [];
  swell.parts.live.watch((hint) => void (hint.id === trip && hints.push(hint)));
  for (const who of [ana, bo!, cleo!]) await vote(who, hat, ana.id);
  await demand(true);
  expect(hints).toContainEqual({ scope: "trip", id: trip, kind: "revealed", categoryId: hat });
  const members = () => hints.filter(({ kind }) => kind === "members").length;
  const [tom, uma] = seats as [Person, Person];
  const before = members();
  await confirm(tom);
  expect(members()).toBeGreaterThan(before);
  const confirmed = members();
  await keep(uma);
  expect(members()).toBeGreaterThan(confirmed);
});

describe("the switch and the confirmation", () => {
  test("are for admins of the squad", async () => {
    const { bo, tom, demand, confirm } = await openTrip(["ana", "bo"], ["Tom"]);
    const other = await openTrip(["cleo"], ["Uma"]);
    const refused = await demand(true, bo);
    expect([refused.status, refused.body["key"]]).toEqual([403, "squad_admins_choose_voters"]);
    expect((await demand(true, tom)).status).toBe(403);
    expect((await demand(true, other.ana)).status).toBe(404);
    // A member saves the other fields.
    expect((await demand(false, bo)).status).toBe(200);
    expect((await confirm(tom, bo)).status).toBe(403);
    expect((await confirm(tom, tom)).status).toBe(403);
    expect((await confirm(tom, other.ana)).status).toBe(404);
    // Not a seat: a person with an account, and a seat of another squad.
    for (const person of [bo!, other.tom]) {
      const { status, body } = await confirm(person);
      expect([status, body["key"]]).toEqual([409, "not_a_seat"]);
    }
  });

  test("a trip without a squad has no switch, and an example neither", async () => {
    const { ana } = await openTrip(["ana"]);
    const made = await ana.post("/api/trips", plan);
    const refused = await ana.put(`/api/trips/${made.body["id"]}`, { ...plan, confirmedOnly: true });
    expect([refused.status, refused.body["key"]]).toEqual([403, "squad_admins_choose_voters"]);
    const newcomer = await swell.person("dora");
    await newcomer.post("/api/init-demo", {});
    const [demo] = rows((await newcomer.get("/api/trips")).body);
    const kept = await newcomer.put(`/api/trips/${demo!["id"]}`, { ...plan, confirmedOnly: true });
    expect([kept.status, kept.body["key"]]).toEqual([409, "squad_is_demo"]);
  });

  test("stay as they are while a night has closed the vote", async () => {
    const { ana, people, tom, trip, demand, confirm } = await openTrip(["ana", "bo", "cleo"], ["Tom"]);
    await ana.post(`/api/trips/${trip}/night`, { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" });
    await closeNight(trip, [...people, tom] as never);
    const refused = await demand(true);
    expect([refused.status, refused.body["key"]]).toEqual([409, "voters_sealed"]);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ confirmedOnly: false, voterCount: 4 });
    expect((await confirm(tom)).status).toBe(204);
    expect((await demand(false)).status).toBe(200);
  });

  test("a confirmation holds in one squad", async () => {
    const { tom, squad, confirm } = await openTrip(["ana"], ["Tom"]);
    const other = await openTrip(["bo"]);
    await confirm(tom);
    await tom.post(`/api/squads/${squad}/leave`, {});
    await other.demand(true);
    expect((await tom.post(`/api/trips/${other.squad}/join`, { invite: other.invite })).status).toBe(200);
    expect(await ballotOf(tom, other.trip)).toMatchObject({ mayVote: false, toBeConfirmed: { admins: ["Bo"] } });
    expect(rows((await other.ana.get(`/api/squads/${other.squad}/seats`)).body)).toMatchObject([{ confirmed: null }]);
    await other.confirm(tom);
    expect(await ballotOf(tom, other.trip)).toMatchObject({ mayVote: true });
  });

  test("do not miss a seat that is kept, or comes onto the crew, at the same moment", async () => {
    const { ana, squad, seats } = await openTrip(["ana"], ["Tom", "Uma", "Vic"]);
    const [tom, uma, vic] = seats as [Person, Person, Person];
    // Without awards, whose locks would keep these changes apart.
    const trip = String((await ana.post("/api/trips", { ...plan, squadId: squad })).body["id"]);
    const demand = () => ana.put(`/api/trips/${trip}`, { ...plan, confirmedOnly: true });
    const account = ({ id }: Person) => ({
      id,
      email: `${id}@example.org`,
      emailKey: id,
      passwordHash: null,
      isConfirmed: false,
    });
    const during = async (first: (tx: Tx) => Promise<unknown>, second: () => Promise<Reply>) => {
      const held = await holdTransaction(swell.database, first);
      const answer = second();
      await new Promise((resolve) => setTimeout(resolve, 400));
      await held.release();
      expect((await answer).status).toBeLessThan(300);
    };
    const voters = async () => Number((await ana.get(`/api/trips/${trip}`)).body["trip"]!["voterCount"]);

    await during((tx) => keepSeat(tx, account(tom)), demand);
    expect(await voters()).toBe(2);
    await ana.put(`/api/trips/${trip}`, { ...plan, confirmedOnly: false });
    const switchOn = async (tx: Tx) => {
      await tripWrites(tx).lockSquad(squad);
      await tripWrites(tx).setConfirmedOnly(trip, true);
    };
    await during(switchOn, () => keep(uma));
    expect(await voters()).toBe(3);

    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id] });
    const putOn = async (tx: Tx) => {
      await tripWrites(tx).lockSquad(squad);
      await tripWrites(tx).addCrew(trip, [vic.id]);
    };
    await during(putOn, () => keep(vic));
    expect(await voters()).toBe(2);
  });
});
