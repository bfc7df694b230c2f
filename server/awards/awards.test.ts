import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const vote = (voter: TestPerson, category: string | undefined, nominee: TestPerson) =>
  voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });

describe("a vote", () => {
  test("is secret until all have voted, then everyone sees the same leaderboard", async () => {
    const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    const [wipeout] = categories;
    expect((await vote(ana, wipeout, bo!)).body).toEqual({
      nomineeId: bo!.id,
      progress: { votesReceived: 1, totalVotesNeeded: 3, isComplete: false, isClosed: false },
    });
    await vote(bo!, wipeout, bo!);
    for (const path of [
      `/api/categories/${wipeout}/leaderboard`,
      `/api/trips/${trip}/overall-leaderboard`,
      `/api/users/${bo!.id}/awards`,
    ]) {
      expect((await cleo!.get(path)).text).toBe("[]");
    }
    const before = await cleo!.get(`/api/categories/${wipeout}/voting-progress`);
    expect(before.body).toMatchObject({
      votesReceived: 2,
      totalVotesNeeded: 3,
      usersWhoHaventVoted: [{ id: cleo!.id }],
    });
    expect((await ana.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({ nomineeId: bo!.id });
    expect((await cleo!.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({ nomineeId: null });

    expect((await vote(cleo!, wipeout, ana)).body["progress"]).toMatchObject({ isComplete: true });
    const after = await ana.get(`/api/categories/${wipeout}/leaderboard`);
    expect(after.body).toMatchObject([
      { user: { id: bo!.id }, voteCount: 2, rank: 1 },
      { user: { id: ana.id }, voteCount: 1, rank: 2 },
    ]);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
      { totalVotes: 2 },
      { totalVotes: 1 },
    ]);
    expect((await ana.get(`/api/users/${bo!.id}/awards`)).body).toMatchObject([
      { rank: 1, category: { name: "Best Wipeout" }, trip: { id: trip } },
    ]);
    const status = await ana.get(`/api/trips/${trip}/voting-status`);
    expect(status.body).toEqual({
      allVotingComplete: false,
      categories: [
        { categoryId: wipeout, isComplete: true },
        { categoryId: categories[1], isComplete: false },
      ],
    });
  });

  test("can change, before the reveal and after", async () => {
    const { ana, bo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
    const [wipeout] = categories;
    await vote(ana, wipeout, ana);
    expect((await vote(ana, wipeout, bo!)).body["progress"]).toMatchObject({ votesReceived: 1 });
    await vote(bo!, wipeout, bo!);
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
      { user: { id: bo!.id }, voteCount: 2 },
    ]);
    await vote(bo!, wipeout, ana);
    const leaderboard = await ana.get(`/api/categories/${wipeout}/leaderboard`);
    expect(leaderboard.body).toMatchObject([
      { voteCount: 1, rank: 1 },
      { voteCount: 1, rank: 1 },
    ]);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
      { totalVotes: 1 },
      { totalVotes: 1 },
    ]);
  });

  test("is for the crew: a stranger gets 404, a viewer of a public squad 403", async () => {
    const { ana, squad, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
    const zoe = await swell.person("zoe");
    expect((await vote(zoe, categories[0], ana)).status).toBe(404);
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    expect((await vote(zoe, categories[0], ana)).status).toBe(403);
    expect((await vote(ana, categories[0], zoe)).body).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "nomineeId" }],
    });
    expect((await ana.post(`/api/categories/${categories[0]}/vote`, { nomineeId: 7 })).status).toBe(400);
    expect((await ana.get(`/api/categories/${categories[0]}/voting-progress`)).body).toMatchObject({
      votesReceived: 0,
    });
  });

  test("on a closed award is refused, and earlier votes count", async () => {
    const { ana, bo, cleo, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout"],
    });
    const close = (who: TestPerson) => who.post(`/api/categories/${categories[0]}/close`, {});
    expect((await close(ana)).status).toBe(409);
    await vote(bo!, categories[0], cleo!);
    expect((await close(bo!)).status).toBe(403);
    expect((await close(ana)).body).toEqual({
      votesReceived: 1,
      totalVotesNeeded: 1,
      isComplete: true,
      isClosed: true,
    });
    expect((await close(ana)).status).toBe(200);
    const late = await vote(cleo!, categories[0], ana);
    expect(late.status).toBe(409);
    expect(late.body["error"]).toBe("Voting on this award is closed");
    expect((await vote(bo!, categories[0], ana)).status).toBe(409);
    expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
      { user: { id: cleo!.id } },
    ]);
  });
});

describe("the last votes", () => {
  test("cast at the same moment complete the award once", async () => {
    for (let round = 0; round < 8; round++) {
      const { ana, people, trip, categories } = await newTrip(swell, {
        crew: ["ana", "bo", "cleo", "dora", "eve", "fin"],
        awards: ["Best Wipeout"],
      });
      const [wipeout] = categories;
      // Everybody votes twice at once, as from two tabs.
      const replies = await Promise.all([...people, ...people].map((voter) => vote(voter, wipeout, ana)));
      expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
      expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
        { voteCount: people.length, rank: 1 },
      ]);
      const award = await swell.database.db
        .selectFrom("trips")
        .select(["complete_count"])
        .where("id", "=", trip)
        .executeTakeFirstOrThrow();
      expect(award.complete_count).toBe(1);
      expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
        { totalVotes: people.length },
      ]);
    }
  });

  test("cast while someone leaves complete the award of the others", async () => {
    for (let round = 0; round < 8; round++) {
      const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
        crew: ["ana", "bo", "cleo"],
        awards: ["Best Wipeout"],
      });
      await vote(ana, categories[0], bo!);
      const [left, last] = await Promise.all([
        cleo!.post(`/api/trips/${trip}/leave`, {}),
        vote(bo!, categories[0], bo!),
      ]);
      expect([left.status, last.status]).toEqual([200, 200]);
      expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
        { user: { id: bo!.id }, voteCount: 2 },
      ]);
    }
  });
});

describe("when the crew changes", () => {
  test("a newcomer does not hide revealed results", async () => {
    const { ana, bo, inviteOf, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Best Wipeout"],
    });
    await ana.put(`/api/trips/${trip}`, {
      name: "Later",
      location: "L",
      startDate: "2090-01-01",
      endDate: "2090-01-02",
    });
    await vote(ana, categories[0], bo!);
    await vote(bo!, categories[0], bo!);
    const cleo = await swell.person("cleo");
    await cleo.post(`/api/trips/${squad}/join`, { invite: await inviteOf() });
    expect((await cleo.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([{ voteCount: 2 }]);
    expect((await vote(cleo, categories[0], ana)).body["progress"]).toMatchObject({
      votesReceived: 3,
      totalVotesNeeded: 3,
    });
    expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
      { voteCount: 2 },
      { voteCount: 1 },
    ]);
  });

  test("the votes that a former member cast and received are deleted", async () => {
    const { ana, bo, cleo, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    const [wipeout, chef] = categories;
    await vote(ana, wipeout, cleo!);
    await vote(bo!, wipeout, ana);
    await vote(cleo!, chef, bo!);
    for (const person of [ana, bo!]) await vote(person, chef, person);
    expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toMatchObject([
      { voteCount: 2 },
      { voteCount: 1 },
    ]);
    expect((await ana.delete(`/api/squads/${squad}/members/${cleo!.id}`)).status).toBe(204);
    // Ana voted for Cleo, so that vote is deleted. Bo's vote alone does not complete the award.
    expect((await ana.get(`/api/categories/${wipeout}/voting-progress`)).body).toMatchObject({
      votesReceived: 1,
      totalVotesNeeded: 2,
      isComplete: false,
    });
    expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toMatchObject([
      { voteCount: 1, rank: 1 },
      { voteCount: 1, rank: 1 },
    ]);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ memberCount: 2 });
  });
});

test("an edit of an award changes the fields that it names, and no others", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const fields = { name: "Camp Chef", description: "One oven", icon: "fas fa-fire", color: "purple", order: 2 };
  const made = await ana.post(`/api/trips/${trip}/categories`, fields);
  const award = `/api/categories/${made.body["id"]}`;
  expect((await ana.put(award, {})).body).toMatchObject(fields);
  expect((await ana.put(award, { name: "Chef" })).body).toMatchObject({ ...fields, name: "Chef" });
  expect((await ana.put(award, { name: "" })).body).toMatchObject({ error: "Category name is required" });
  expect((await ana.put(award, { icon: null, color: "" })).body).toMatchObject({
    icon: "fas fa-trophy",
    color: "blue",
  });
});

test("an award keeps an unknown icon and colour of up to 60 characters", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const add = async (look: object) =>
    (await ana.post(`/api/trips/${trip}/categories`, { name: "Camp Chef", description: "One oven", ...look })).body;
  expect(await add({ icon: "fas fa-bolt", color: "teal" })).toMatchObject({ icon: "fas fa-bolt", color: "teal" });
  expect(await add({ icon: "x".repeat(60) })).toMatchObject({ icon: "x".repeat(60), color: "blue" });
  expect(await add({ icon: "", color: null })).toMatchObject({ icon: "fas fa-trophy", color: "blue", order: 0 });
  expect(await add({ color: "x".repeat(61) })).toMatchObject({ code: "invalid_input" });
});

test("deleting an award removes its votes from the overall leaderboard", async () => {
  const { ana, bo, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo"],
    awards: ["Best Wipeout", "Camp Chef"],
  });
  for (const category of categories) for (const voter of [ana, bo]) await vote(voter!, category, bo!);
  expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([{ totalVotes: 4 }]);
  expect((await ana.get("/api/awards/all")).body).toMatchObject([
    { categories: [{ leaderboard: [{ voteCount: 2 }] }, {}] },
  ]);
  expect((await bo!.delete(`/api/categories/${categories[0]}`)).status).toBe(403);
  expect((await ana.delete(`/api/categories/${categories[0]}`)).status).toBe(204);
  expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([{ totalVotes: 2 }]);
  expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({
    categoryCount: 1,
    allVotingComplete: true,
  });
});

test("no reply reveals who voted for whom", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Best Wipeout"],
  });
  await vote(ana, categories[0], bo!);
  const seen = await Promise.all(
    [
      `/api/trips/${trip}/ballot`,
      `/api/trips/${trip}`,
      `/api/awards/all`,
      `/api/categories/${categories[0]}/voting-progress`,
    ].map((path) => cleo!.get(path)),
  );
  expect(seen.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
  expect(rows(seen[0]!.body["categories"]).map((entry) => entry["nomineeId"])).toEqual([null]);
  for (const reply of seen) expect(reply.text).not.toContain("voterId");
});
