import { afterAll, beforeAll, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import { type Client, type TestApp, openTestApp, rows } from "../testing/app.ts";
import { newTrip, passDay } from "../testing/builders.ts";
import { type TestSeat, newSeat } from "../testing/seats.ts";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { reasonToStayOpen } from "./closing.ts";
import {
  type Ballots,
  type PlannedNight,
  closed,
  countsOf,
  mayDecline,
  newBallots,
  published,
  sealed,
  skipped,
  takesVote,
  votersIn,
  withMember,
  withNight,
  withSkip,
  withUnconfirmed,
  withVote,
  withoutName,
  withoutMember,
  withoutNight,
} from "../testing/secrecy/ballot-model.ts";
import { mayStillVote } from "./ballots.ts";
import { ranked } from "./ranks.ts";
import { nextYearsEvening } from "../testing/evening.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const plan = {
  name: "Ericeira ’26",
  location: "Portugal",
  startDate: "2026-07-04T00:00:00.000Z",
  endDate: "2026-07-11T00:00:00.000Z",
};

/** Somebody without an account, who sat down in the squad and is on the crew of its trip. */
async function sitDown(squad: string, trip: string) {
  const seat = await newSeat(swell, { squad, trip });
  const sat = { person_id: seat.id, squad_id: squad, device: null, key_hash: randomBytes(32), is_waiting: false };
  await swell.database.db.insertInto("seats").values(sat).execute();
  return seat;
}

/**
 * Returns the steps that switch "confirmed people only" and that confirm seats. After each change `apply` gets the people who cannot vote;
 * a person who becomes a voter is a newcomer.
 */
function voterRule(
  { ana, squad, trip }: { readonly ana: Client; readonly squad: string; readonly trip: string },
  seats: readonly TestSeat[],
  apply: (unconfirmed: ReadonlySet<string>) => void,
) {
  const unconfirmed = new Set(seats.map(({ id }) => id));
  let confirmedOnly = false;
  const changed = () => apply(new Set(confirmedOnly ? unconfirmed : []));
  return {
    async flip(isSealed: boolean) {
      const { status } = await ana.put(`/api/trips/${trip}`, { ...plan, confirmedOnly: !confirmedOnly });
      expect(status).toBe(isSealed ? 409 : 200);
      if (isSealed) return;
      confirmedOnly = !confirmedOnly;
      changed();
    },
    async confirm({ id }: TestSeat) {
      expect((await ana.post(`/api/squads/${squad}/seats/${id}/confirm`, {})).status).toBe(204);
      unconfirmed.delete(id);
      changed();
    },
  };
}

/** Takes random steps in a trip, on the server and in a model of the plain rules, and compares the two after each step. */
async function compareRandomTrip(seed: number) {
  const below = seeded(seed);
  const awards = ["Best Wipeout", "Camp Chef"];
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const { ana, squad, trip, categories } = made;
  const seats: TestSeat[] = [];
  for (let seat = 0; seat < 3; seat++) seats.push(await sitDown(squad, trip));
  const people = [...made.people, ...seats];
  const model = new Map<string, Ballots>(categories.map((id) => [id, newBallots(people.map((person) => person.id))]));
  await passDay(swell, trip);
  /** Who came onto the crew again today. */
  const newcomers = new Set<string>();
  const crew = () => people.filter((person) => model.get(categories[0]!)!.crew.includes(person.id));
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const night = `/api/trips/${trip}/night`;
  let planned: PlannedNight = { noSelfVotes: false, showsCounts: true };
  let stage: "none" | "planned" | "sealed" | "over" = "none";
  const changeAll = (to: (ballots: Ballots) => Ballots) => {
    for (const [id, award] of model) model.set(id, to(award));
  };

  const rule = voterRule(made, seats, (unconfirmed) => {
    const before = votersIn(model.get(categories[0]!)!);
    changeAll((award) => withUnconfirmed(award, unconfirmed));
    for (const id of votersIn(model.get(categories[0]!)!)) if (!before.includes(id)) newcomers.add(id);
  });

  const steps: (() => Promise<void>)[] = [
    ...Array.from({ length: 6 }, () => async () => {
      const [voter, nominee, category] = [pick(crew()), pick(crew()), pick(categories)];
      const award = model.get(category)!;
      const reply = await voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });
      const isForOthers = stage === "planned" && planned.noSelfVotes && voter === nominee;
      const isTaken = takesVote(award, voter.id, nominee.id) && !isForOthers;
      // While the award takes votes, the server answers a vote for a declined nominee as one for a stranger.
      const isOffBallot =
        (award.declined.has(nominee.id) || isForOthers) && mayStillVote(award, award.votes.has(voter.id));
      const isVoter = votersIn(award).includes(voter.id);
      expect(reply.status).toBe(!isVoter ? 403 : isTaken ? 200 : isOffBallot ? 400 : 409);
      if (isTaken) model.set(category, withVote(award, voter.id, nominee.id));
    }),
    async () => {
      const category = pick(categories);
      const award = model.get(category)!;
      const reply = await ana.post(`/api/categories/${category}/close`, {});
      const isPlain = stage === "none" || stage === "over";
      const settled = [...award.votes.keys()].filter((voter) => voter !== ana.id && !newcomers.has(voter));
      const facts = {
        votesReceived: award.votes.size,
        settledVotes: settled.length,
        crewCount: votersIn(award).length,
        largestCrew: award.largestCrew,
      };
      const mayClose = isPlain && (award.isComplete || reasonToStayOpen(facts) === null);
      expect(reply.status).toBe(mayClose ? 200 : 409);
      if (mayClose) model.set(category, closed(award));
    },
    async () => {
      const [person, category] = [pick(crew()), pick(categories)];
      const award = model.get(category)!;
      const { status } = await person.put(`/api/categories/${category}/not-for-me`);
      expect(status).toBe(mayDecline(award, person.id) ? 204 : 409);
      if (status === 204) model.set(category, withoutName(award, person.id));
    },
    () => rule.flip(stage === "sealed"),
    () => rule.flip(stage === "sealed"),
    () => rule.confirm(pick(seats)),
    async () => {
      const others = crew().filter((person) => person !== ana);
      if (others.length < 2) return;
      const gone = pick(others);
      expect((await gone.post(`/api/trips/${trip}/leave`, {})).status).toBe(200);
      for (const [id, award] of model) model.set(id, withoutMember(award, gone.id));
    },
    async () => {
      const back = pick(people);
      if (crew().includes(back)) return;
      const userIds = [...crew(), back].map((person) => person.id);
      expect((await ana.put(`/api/trips/${trip}/members`, { userIds })).status).toBe(200);
      newcomers.add(back.id);
      for (const [id, award] of model) model.set(id, withMember(award, back.id));
    },
    async () => {
      const isOpen = [...model.values()].some((award) => !award.isComplete);
      const switches = { showsCounts: below(2) === 0, noSelfVotes: below(3) === 0 };
      const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon", ...switches };
      const mayPlan = stage === "none" && isOpen;
      expect((await ana.post(night, plan)).status).toBe(mayPlan ? 201 : 409);
      if (!mayPlan) return;
      stage = "planned";
      planned = switches;
      changeAll((award) => withNight(award, planned));
    },
    async () => {
      const [voter, category] = [pick(crew()), pick(categories)];
      const award = model.get(category)!;
      const reply = await voter.post(`/api/categories/${category}/skip`, {});
      const isVoter = votersIn(award).includes(voter.id);
      const isTaken = isVoter && stage === "planned" && !award.isComplete;
      expect(reply.status).toBe(!isVoter ? 403 : isTaken ? 200 : 409);
      if (isTaken) model.set(category, withSkip(award, voter.id));
    },
    async () => {
      if (below(3) > 0) return;
      expect((await ana.delete(night)).status).toBe(stage === "planned" ? 204 : 409);
      if (stage !== "planned") return;
      stage = "none";
      changeAll(withoutNight);
    },
    async () => {
      if (below(3) > 0) return;
      const open = [...model.values()].filter((award) => !award.isComplete);
      const hasAll = open.every((award) => votersIn(award).every((id) => award.votes.has(id)));
      const mayClose = stage === "planned" && (hasAll || open.some(({ votes }) => votes.size >= 3));
      expect((await ana.post(`${night}/close`, { confirm: true })).status).toBe(mayClose ? 200 : 409);
      if (!mayClose) return;
      stage = "sealed";
      changeAll(sealed);
    },
    async () => {
      const start = await ana.post(`${night}/start`, {});
      expect(start.status).toBe(stage === "sealed" ? 200 : 409);
      if (stage !== "sealed") return;
      let { position, isLast } = start.body;
      while (!isLast) ({ position, isLast } = (await ana.post(`${night}/next`, { position })).body);
      stage = "over";
      changeAll(published);
    },
  ];

  for (let step = 0; step < 60; step++) {
    await pick(steps)();
    const total = new Map<string, number>();
    for (const [id, award] of model) {
      const counts = countsOf(award);
      for (const [nominee, votes] of counts) total.set(nominee, (total.get(nominee) ?? 0) + votes);
      expect(await boardOf(ana, `/api/categories/${id}/leaderboard`, "voteCount")).toEqual(
        expectedBoard(counts, [award]),
      );
      const progress = await ana.get(`/api/categories/${id}/voting-progress`);
      expect(progress.body).toMatchObject({
        votesReceived: award.votes.size,
        isComplete: award.isComplete,
        isClosed: award.isClosed,
      });
      expect(progress.body["isUncounted"]).toBe(award.counted === null ? true : undefined);
    }
    const totals = expectedBoard(total, [...model.values()]);
    expect(await boardOf(ana, `/api/trips/${trip}/overall-leaderboard`, "totalVotes")).toEqual(totals);
    await expectBallot(pick(people), trip, [...model.values()], () => stage === "planned");
  }
}

test.each([1, 2, 3])("the server counts as the rules do (trip %i)", compareRandomTrip);

test.each([4, 5, 6, 7, 8, 9, 10, 11, 12])(
  "the server counts as the rules do (trip %i)",
  { tags: "long" },
  compareRandomTrip,
);

/** Demands that a person's voting page says of these awards what the model does. Without a planned night a skip is void. */
async function expectBallot(voter: TestSeat, trip: string, awards: readonly Ballots[], takesSkips: () => boolean) {
  const isDestroyed = (award: Ballots) => award.counted !== undefined;
  const isVoid = (nominee: string | null | undefined) => nominee === null || (nominee === skipped && !takesSkips());
  const ballot = await voter.get(`/api/trips/${trip}/ballot`);
  expect(
    rows(ballot.body["categories"]).map(({ nomineeId, isVoid, mayVote }) => ({ nomineeId, isVoid, mayVote })),
  ).toEqual(
    awards.map((award) => ({
      nomineeId:
        isDestroyed(award) || award.votes.get(voter.id) === skipped ? null : (award.votes.get(voter.id) ?? null),
      isVoid: !isDestroyed(award) && isVoid(award.votes.get(voter.id)),
      mayVote: votersIn(award).includes(voter.id) && mayStillVote(award, award.votes.has(voter.id)),
    })),
  );
}

/** The lines of a leaderboard: person, rank, and count or null. */
async function boardOf(viewer: Client, url: string, count: string) {
  const { body } = await viewer.get(url);
  return rows(body)
    .map((entry) => [String(entry["user"]!["id"]), entry["rank"], entry[count]] as const)
    .toSorted(byId);
}

/** The lines that a leaderboard of these awards must have. */
function expectedBoard(counts: ReadonlyMap<string, number>, awards: readonly Ballots[]) {
  const isHidden = awards.some(({ hidesCounts }) => hidesCounts);
  return ranked([...counts].map(([id, votes]) => ({ id, votes, user: null })))
    .map(({ id, rank, votes }) => [id, rank, isHidden ? null : votes] as const)
    .toSorted(byId);
}
const byId = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) => (a[0] < b[0] ? -1 : 1);
