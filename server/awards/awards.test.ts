import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, openTestApp, rows } from "../testing/app.ts";
import { newTrip, passDay } from "../testing/builders.ts";
import { addLikedPhoto } from "../testing/liked-photo.ts";

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
    expect((await ana.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({
      nomineeId: bo!.id,
      isVoid: false,
    });
    expect((await cleo!.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({ nomineeId: null, isVoid: false });

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
    const { ana, bo, cleo, people, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora", "eve"],
      awards: ["Best Wipeout"],
    });
    await passDay(swell, trip);
    const close = (who: TestPerson) => who.post(`/api/categories/${categories[0]}/close`, {});
    for (const voter of people.slice(1, 4)) await vote(voter, categories[0], cleo!);
    expect((await close(bo!)).status).toBe(403);
    expect((await close(ana)).body).toEqual({
      votesReceived: 3,
      totalVotesNeeded: 3,
      isComplete: true,
      isClosed: true,
      closedBy: expect.objectContaining({ id: ana.id, firstName: "Ana" }),
    });
    expect((await close(ana)).status).toBe(200);
    expect((await bo!.get(`/api/categories/${categories[0]}/voting-progress`)).body).toMatchObject({
      closedBy: { id: ana.id },
      votesReceived: 3,
    });
    const late = await vote(people[4]!, categories[0], ana);
    expect(late.status).toBe(409);
    expect(late.body["error"]).toBe("Voting on this award is closed");
    expect((await vote(bo!, categories[0], ana)).status).toBe(409);
    expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
      { user: { id: cleo!.id } },
    ]);
    expect((await ana.get(`/api/trips/${trip}/ballot`)).body["categories"]).toMatchObject([{ mayVote: false }]);
  });
});

describe("closing", () => {
  const close = (who: TestPerson, category: string | undefined) => who.post(`/api/categories/${category}/close`, {});

  test("takes three ballots of others who have been on the crew for a day", async () => {
    const { people, ana, bo, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora", "eve"],
      awards: ["Best Wipeout"],
    });
    await passDay(swell, trip);
    await ana.delete(`/api/trips/${trip}/members/${people[4]!.id}`);
    await ana.put(`/api/trips/${trip}/members`, { userIds: people.map(({ id }) => id) });
    // The organizer's own ballot and that of a newcomer do not count: one person can have both.
    for (const voter of [ana, bo!, people[2]!, people[4]!]) await vote(voter, categories[0], ana);
    const early = await close(ana, categories[0]);
    expect(early).toMatchObject({
      status: 409,
      body: {
        error:
          "This award can be closed once three others who have been on the crew for a day have voted. With fewer votes, you could see whose they are.",
      },
    });
    const ballotOf = async (who: TestPerson) =>
      rows((await who.get(`/api/trips/${trip}/ballot`)).body["categories"]).map((one) => one["reasonToStayOpen"]);
    expect(await ballotOf(ana)).toEqual([early.body["error"]]);
    expect(await ballotOf(bo!)).toEqual([null]);
    await passDay(swell, trip);
    expect(await ballotOf(ana)).toEqual([null]);
    expect((await close(ana, categories[0])).body).toMatchObject({ votesReceived: 4, isComplete: true });
  });

  test("takes half of the crew, with those who came off it since the first ballot", async () => {
    const { people, ana, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora", "eve", "fin", "gus"],
      awards: ["Best Wipeout"],
    });
    await passDay(swell, trip);
    for (const voter of people.slice(1, 4)) await vote(voter, categories[0], ana);
    for (const gone of people.slice(5)) await ana.delete(`/api/trips/${trip}/members/${gone.id}`);
    const early = await close(ana, categories[0]);
    expect([early.status, early.body["error"]]).toEqual([409, expect.stringContaining("once half of the crew")]);
    await vote(people[4]!, categories[0], ana);
    expect((await close(ana, categories[0])).status).toBe(200);
  });

  test("is not there for a crew of three, and a smaller crew does not help", async () => {
    const { people, ana, bo, dora, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora"],
      awards: ["Best Wipeout"],
    });
    await passDay(swell, trip);
    // Dora's secret ballot: with Ana's known one beside it, a result would tell it.
    await vote(dora!, categories[0], bo!);
    await vote(ana, categories[0], ana);
    for (const gone of people.slice(1, 3)) await ana.delete(`/api/trips/${trip}/members/${gone.id}`);
    expect((await close(ana, categories[0])).status).toBe(409);
    const { body } = await ana.get(`/api/categories/${categories[0]}/voting-progress`);
    expect(body).toMatchObject({ votesReceived: 2, totalVotesNeeded: 2, isComplete: false });
    expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toEqual([]);
  });

  test("with too few choices ends the award uncounted, and destroys its ballots", async () => {
    const { people, ana, bo, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora", "eve", "fin"],
      awards: ["Best Wipeout"],
    });
    await passDay(swell, trip);
    const [wipeout] = categories;
    // Fin leaves: two of four ballots become void, and the refusal of a close does not tell.
    const fin = people[5]!;
    for (const [voter, nominee] of [
      [1, fin],
      [2, fin],
      [3, ana],
      [4, bo!],
    ] as const)
      await vote(people[voter]!, wipeout, nominee);
    await fin.post(`/api/trips/${trip}/leave`, {});
    expect((await close(ana, wipeout)).body).toMatchObject({
      votesReceived: 4,
      isComplete: true,
      isUncounted: true,
      closedBy: { id: ana.id },
    });
    expect((await bo!.get(`/api/categories/${wipeout}/leaderboard`)).body).toEqual([]);
    expect((await bo!.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({
      nomineeId: null,
      isVoid: false,
      isSealed: true,
    });
    const left = await swell.database.db
      .selectFrom("votes")
      .select("nominee_id")
      .where("category_id", "=", wipeout!)
      .execute();
    expect(left).toEqual(Array.from({ length: 4 }, () => ({ nominee_id: null })));
    expect((await vote(bo!, wipeout, ana)).status).toBe(409);
    expect((await bo!.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
  });
});

describe("an award that everybody has voted on", () => {
  test("stays open while its counts would tell, until enough have voted", async () => {
    const { ana, bo, cleo, people, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout"],
    });
    const [wipeout] = categories;
    await vote(ana, wipeout, bo!);
    await vote(bo!, wipeout, bo!);
    await ana.delete(`/api/trips/${trip}/members/${cleo!.id}`);
    const progress = async () => (await bo!.get(`/api/categories/${wipeout}/voting-progress`)).body;
    expect(await progress()).toMatchObject({ votesReceived: 2, totalVotesNeeded: 2, isComplete: false, isHeld: true });
    expect((await vote(bo!, wipeout, ana)).body["progress"]).toMatchObject({ isComplete: false, isHeld: true });
    await ana.put(`/api/trips/${trip}/members`, { userIds: people.map(({ id }) => id) });
    expect((await vote(cleo!, wipeout, ana)).body["progress"]).toMatchObject({ votesReceived: 3, isComplete: true });
    expect((await bo!.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([{ voteCount: 2 }, {}]);
  });

  test("is decided by the only one on the crew, and by two who stay two", async () => {
    for (const crew of [["ana"], ["ana", "bo"]] as [string, ...string[]][]) {
      const { ana, people, categories } = await newTrip(swell, { crew, awards: ["Best Wipeout"] });
      for (const voter of people) await vote(voter, categories[0], ana);
      expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
        { voteCount: crew.length },
      ]);
    }
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
      const row = await swell.database.db
        .selectFrom("trips")
        .select(["complete_count"])
        .where("id", "=", trip)
        .executeTakeFirstOrThrow();
      expect(row.complete_count).toBe(1);
      expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
        { totalVotes: people.length },
      ]);
    }
  });

  test("cast while someone leaves complete the award of the others", async () => {
    for (let round = 0; round < 8; round++) {
      const { ana, bo, cleo, dora, trip, categories } = await newTrip(swell, {
        crew: ["ana", "bo", "cleo", "dora"],
        awards: ["Best Wipeout"],
      });
      for (const voter of [ana, dora!]) await vote(voter, categories[0], bo!);
      const [left, last] = await Promise.all([
        cleo!.post(`/api/trips/${trip}/leave`, {}),
        vote(bo!, categories[0], bo!),
      ]);
      expect([left.status, last.status]).toEqual([200, 200]);
      expect((await ana.get(`/api/categories/${categories[0]}/leaderboard`)).body).toMatchObject([
        { user: { id: bo!.id }, voteCount: 3 },
      ]);
    }
  });
});

test("a changed ballot is told to its voter's pages alone, until the results are out", async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Best Wipeout"],
  });
  const told: string[] = [];
  const tell = vi.spyOn(swell.parts.live, "tell").mockImplementation((...hints) => {
    told.push(...hints.filter(({ kind }) => kind === "vote").map(({ scope, id }) => `${scope} ${id}`));
  });
  const toldOf = async (voter: TestPerson, nominee: TestPerson) => {
    await vote(voter, categories[0], nominee);
    return told.splice(0);
  };
  expect(await toldOf(ana, bo!)).toEqual([`trip ${trip}`]);
  expect(await toldOf(ana, cleo!)).toEqual([`user ${ana.id}`]);
  expect(await toldOf(bo!, ana)).toEqual([`trip ${trip}`]);
  expect(await toldOf(cleo!, ana)).toEqual([`trip ${trip}`]);
  // The counts of a complete award change for everybody.
  expect(await toldOf(ana, ana)).toEqual([`trip ${trip}`]);
  tell.mockRestore();
});

describe("when the crew changes", () => {
  test("a newcomer sees revealed results and cannot vote on them", async () => {
    const { ana, bo, inviteOf, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Best Wipeout", "Camp Chef"],
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
    const board = `/api/categories/${categories[0]}/leaderboard`;
    expect((await cleo.get(board)).body).toMatchObject([{ voteCount: 2 }]);
    expect(await vote(cleo, categories[0], ana)).toMatchObject({
      status: 409,
      body: { code: "award_decided", error: "This award was decided before you joined." },
    });
    const ballotOf = async (who: TestPerson) => (await who.get(`/api/trips/${trip}/ballot`)).body;
    expect(await ballotOf(cleo)).toMatchObject({ mayVote: true, categories: [{ mayVote: false }, { mayVote: true }] });
    expect(await ballotOf(bo!)).toMatchObject({ mayVote: true, categories: [{ mayVote: true }, { mayVote: true }] });
    expect((await vote(bo!, categories[0], cleo)).body["progress"]).toMatchObject({ votesReceived: 2 });
    expect((await cleo.get(board)).body).toMatchObject([{ voteCount: 1 }, { voteCount: 1 }]);
  });

  test("votes for a former member are void, and their voters choose again", async () => {
    const { ana, bo, cleo, dora, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora"],
      awards: ["Best Wipeout"],
    });
    const [wipeout] = categories;
    await vote(ana, wipeout, cleo!);
    await vote(bo!, wipeout, ana);
    await vote(cleo!, wipeout, cleo!);
    const progress = async () => {
      const { body } = await ana.get(`/api/categories/${wipeout}/voting-progress`);
      return [body["votesReceived"], rows(body["usersWhoHaventVoted"]).map(({ id }) => String(id))];
    };
    await cleo!.post(`/api/trips/${trip}/leave`, {});
    expect(await progress()).toEqual([2, [dora!.id]]);
    await ana.put(`/api/trips/${trip}/members`, { userIds: [ana, bo!, cleo!, dora!].map(({ id }) => id) });
    expect(await progress()).toEqual([2, [dora!.id, cleo!.id]]);
    const myVote = `/api/categories/${wipeout}/my-vote`;
    expect((await ana.get(myVote)).body).toEqual({ nomineeId: null, isVoid: true });
    expect((await bo!.get(myVote)).body).toEqual({ nomineeId: ana.id, isVoid: false });
    expect((await cleo!.get(myVote)).body).toEqual({ nomineeId: null, isVoid: false });
    expect((await ana.get(`/api/trips/${trip}/ballot`)).body["categories"]).toMatchObject([
      { nomineeId: null, isVoid: true, mayVote: true },
    ]);
    expect((await vote(ana, wipeout, bo!)).body["progress"]).toMatchObject({ votesReceived: 2 });
    expect((await ana.get(myVote)).body).toEqual({ nomineeId: bo!.id, isVoid: false });
  });

  test("a voter chooses again after the departure of their pick completed the award", async () => {
    const { ana, bo, people, squad, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo", "dora", "eve"],
      awards: ["Best Wipeout"],
    });
    const eve = people[4]!;
    await vote(ana, categories[0], eve);
    for (const voter of people.slice(1, 4)) await vote(voter, categories[0], ana);
    expect((await ana.delete(`/api/squads/${squad}/members/${eve.id}?trips=leave`)).status).toBe(204);
    const board = `/api/categories/${categories[0]}/leaderboard`;
    expect((await bo!.get(board)).body).toMatchObject([{ user: { id: ana.id }, voteCount: 3 }]);
    expect((await ana.get(`/api/trips/${trip}/ballot`)).body["categories"]).toMatchObject([
      { isVoid: true, mayVote: true, progress: { votesReceived: 4, totalVotesNeeded: 4, isComplete: true } },
    ]);
    await vote(ana, categories[0], ana);
    expect((await bo!.get(board)).body).toMatchObject([{ user: { id: ana.id }, voteCount: 4 }]);
    expect((await bo!.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([{ totalVotes: 4 }]);
  });

  test("a complete award stays as it is, and a deleted account has no name there", async () => {
    const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout"],
    });
    const [wipeout] = categories;
    for (const voter of [ana, cleo!]) await vote(voter, wipeout, bo!);
    await vote(bo!, wipeout, cleo!);
    await bo!.post(`/api/trips/${trip}/leave`, {});
    const seen = async () => [
      (await ana.get(`/api/categories/${wipeout}/leaderboard`)).body,
      (await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body,
      (await ana.get(`/api/categories/${wipeout}/voting-progress`)).body,
    ];
    const counted = [{ rank: 1 }, { user: { id: cleo!.id }, rank: 2 }];
    const progress = { votesReceived: 3, totalVotesNeeded: 3, isComplete: true };
    expect(await seen()).toMatchObject([counted, counted, progress]);
    expect(rows((await seen())[0])[0]).toMatchObject({ user: { id: bo!.id }, voteCount: 2 });
    const gone = await bo!.delete("/api/account", { confirm: bo!.email, password: bo!.password });
    expect(gone.status).toBe(204);
    expect(await seen()).toMatchObject([counted, counted, progress]);
    expect((await seen()).slice(0, 2).map((board) => rows(board)[0])).toMatchObject([
      { user: null, voteCount: 2 },
      { user: null, totalVotes: 2 },
    ]);
    expect((await ana.get("/api/awards/all")).body).toMatchObject([{ categories: [{ leaderboard: counted }] }]);
    // People who voted for the deleted account can still change their vote.
    await vote(ana, wipeout, cleo!);
    expect((await seen())[0]).toMatchObject([
      { user: { id: cleo!.id }, voteCount: 2 },
      { user: null, voteCount: 1 },
    ]);
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

describe("deleting an award", () => {
  test("removes its votes from the overall leaderboard", async () => {
    const { ana, bo, trip, categories } = await newTrip(swell, {
      crew: ["ana", "bo"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    for (const category of categories) for (const voter of [ana, bo]) await vote(voter!, category, bo!);
    await vote(ana, categories[0], ana);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
      { totalVotes: 3 },
      { totalVotes: 1 },
    ]);
    expect((await ana.get("/api/awards/all")).body).toMatchObject([
      { categories: [{ leaderboard: [{ voteCount: 1 }, {}] }, {}] },
    ]);
    expect((await ana.delete(`/api/categories/${categories[0]}`)).status).toBe(204);
    const { body } = await ana.get(`/api/trips/${trip}/overall-leaderboard`);
    expect(body).toMatchObject([{ user: { id: bo!.id }, totalVotes: 2 }]);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({
      categoryCount: 1,
      allVotingComplete: true,
    });
  });

  test("is for members as long as nobody has voted on it", async () => {
    const { ana, bo, categories } = await newTrip(swell, {
      crew: ["ana", "bo", "cleo"],
      awards: ["Best Wipeout", "Camp Chef"],
    });
    await vote(ana, categories[0], ana);
    expect(await bo!.delete(`/api/categories/${categories[0]}`)).toMatchObject({
      status: 403,
      body: { error: "People have voted on this award. Only the organizers of this trip can delete it." },
    });
    expect((await bo!.delete(`/api/categories/${categories[1]}`)).status).toBe(204);
    expect((await ana.delete(`/api/categories/${categories[0]}`)).status).toBe(204);
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

test("a trip's awards come with leaderboards, votes to cast and photos of winners", async () => {
  const { ana, bo, squad, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo"],
    awards: ["Best Wipeout", "Camp Chef"],
  });
  const place = { squadId: squad, tripId: trip, uploaderId: bo!.id };
  const liked = await addLikedPhoto(swell, place, 1);
  const best = await addLikedPhoto(swell, place, 2);
  // Not shown: a photo of somebody who won nothing, one that is not of the trip, and one in the trash.
  await addLikedPhoto(swell, { ...place, uploaderId: ana.id }, 5);
  await addLikedPhoto(swell, { ...place, tripId: null }, 5);
  await addLikedPhoto(swell, place, 5, { purpose: "trash", trashed_at: new Date() });
  for (const voter of [ana, bo!]) await vote(voter, categories[0], bo!);
  await vote(ana, categories[1], ana);
  const awardsOf = (open: number) => ({
    trip: { id: trip },
    awardsToVoteOn: open,
    bestPhotos: [{ id: best }, { id: liked }],
    categories: [
      {
        leaderboard: [{ user: { id: bo!.id }, voteCount: 2, rank: 1 }],
        votingProgress: { isComplete: true, usersWhoHaventVoted: [] },
      },
      { leaderboard: [], votingProgress: { votesReceived: 1, usersWhoHaventVoted: [{ id: bo!.id }] } },
    ],
  });
  expect((await ana.get(`/api/trips/${trip}/awards`)).body).toMatchObject(awardsOf(0));
  expect((await bo!.get(`/api/trips/${trip}/awards`)).body).toMatchObject(awardsOf(1));
  expect((await bo!.get("/api/awards/all")).body).toMatchObject([awardsOf(1)]);
});

test("each winner of a trip brings three photos at most, the best of each first", async () => {
  const { ana, bo, squad, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const add = (uploaderId: string, likes: number) =>
    addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId }, likes);
  const ofBo: string[] = [];
  for (const likes of [5, 4, 3, 2]) ofBo.push(await add(bo!.id, likes));
  const ofAna = await add(ana.id, 1);
  const photos = async () => rows((await ana.get(`/api/trips/${trip}/awards`)).body["bestPhotos"]).map(({ id }) => id);
  expect(await photos()).toEqual([]);
  for (const voter of [ana, bo!]) await vote(voter, categories[0], voter);
  expect(await photos()).toEqual([ofBo[0], ofAna, ofBo[1], ofBo[2]]);
});
