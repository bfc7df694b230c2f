import { afterAll, beforeAll, expect, test } from "vitest";
import { reasonToStayOpen } from "#contract/closing.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { seeded } from "../stand-ins/seeded.ts";
import {
  type Ballots,
  closed,
  countsOf,
  mayStillVote,
  takesVote,
  withMember,
  withVote,
  withoutMember,
} from "./tally.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** Takes random steps in a trip, on the server and in a model of the plain rules, and compares the two after each step. */
async function compareRandomTrip(seed: number) {
  const below = seeded(seed);
  const awards = ["Best Wipeout", "Camp Chef"];
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards });
  const { ana, people, trip, categories } = made;
  const model = new Map<string, Ballots>(
    categories.map((id) => [
      id,
      { crew: people.map((person) => person.id), votes: new Map(), isClosed: false, isComplete: false },
    ]),
  );
  const crew = () => people.filter((person) => model.get(categories[0]!)!.crew.includes(person.id));
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;

  const steps: (() => Promise<void>)[] = [
    ...Array.from({ length: 6 }, () => async () => {
      const [voter, nominee, category] = [pick(crew()), pick(crew()), pick(categories)];
      const award = model.get(category)!;
      const reply = await voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });
      const isTaken = takesVote(award, voter.id, nominee.id);
      expect(reply.status).toBe(isTaken ? 200 : 409);
      if (isTaken) model.set(category, withVote(award, voter.id, nominee.id));
    }),
    async () => {
      const category = pick(categories);
      const award = model.get(category)!;
      const reply = await ana.post(`/api/categories/${category}/close`, {});
      const mayClose = award.isComplete || reasonToStayOpen(award.votes.size, award.crew.length) === null;
      expect(reply.status).toBe(mayClose ? 200 : 409);
      if (mayClose) model.set(category, closed(award));
    },
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
      for (const [id, award] of model) model.set(id, withMember(award, back.id));
    },
  ];

  for (let step = 0; step < 40; step++) {
    await pick(steps)();
    const total = new Map<string, number>();
    for (const [id, award] of model) {
      const counts = countsOf(award);
      for (const [nominee, votes] of counts) total.set(nominee, (total.get(nominee) ?? 0) + votes);
      expect(await leaderboardOf(ana, `/api/categories/${id}/leaderboard`, "voteCount")).toEqual(sorted(counts));
      const progress = await ana.get(`/api/categories/${id}/voting-progress`);
      expect(progress.body).toMatchObject({
        votesReceived: award.votes.size,
        isComplete: award.isComplete,
        isClosed: award.isClosed,
      });
    }
    expect(await leaderboardOf(ana, `/api/trips/${trip}/overall-leaderboard`, "totalVotes")).toEqual(sorted(total));
    const voter = pick(people);
    const ballot = await voter.get(`/api/trips/${trip}/ballot`);
    expect(
      rows(ballot.body["categories"]).map(({ nomineeId, isVoid, mayVote }) => ({ nomineeId, isVoid, mayVote })),
    ).toEqual(
      [...model.values()].map((award) => ({
        nomineeId: award.votes.get(voter.id) ?? null,
        isVoid: award.votes.get(voter.id) === null,
        mayVote: award.crew.includes(voter.id) && mayStillVote(award, award.votes.has(voter.id)),
      })),
    );
  }
}

test.each([1, 2, 3])("the server counts as the rules do (trip %i)", compareRandomTrip);

test.each([4, 5, 6, 7, 8, 9, 10, 11, 12])(
  "the server counts as the rules do (trip %i)",
  { tags: "long" },
  compareRandomTrip,
);

async function leaderboardOf(viewer: TestPerson, url: string, count: string) {
  const { body } = await viewer.get(url);
  return rows(body)
    .map((entry) => [String(entry["user"]!["id"]), Number(entry[count])] as const)
    .toSorted(byId);
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([id, votes]) => [id, votes] as const).toSorted(byId);
const byId = (a: readonly [string, number], b: readonly [string, number]) => (a[0] < b[0] ? -1 : 1);
