import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, client, openTestApp, rows } from "../../testing/app.ts";
import { closeNight, newTrip, startShowOf } from "../../testing/builders.ts";
import { nextYearsEvening } from "../../testing/evening.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const vote = (voter: TestPerson, category: string, nominee: TestPerson) =>
  voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });

const later = () => new Date(Date.now() + 3_600_000).toJSON();
const planOf = (fields: object = {}) => ({ startsAt: later(), timeZone: "Europe/Lisbon", ...fields });

/** A trip of three with two awards and a planned night. */
async function newNight(fields: object = {}) {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout", "Camp Chef"] });
  const { ana, bo, cleo, trip, categories } = made;
  const planned = await ana.post(`/api/trips/${trip}/night`, planOf(fields));
  expect(planned.status).toBe(201);
  const [wipeout, chef] = categories as [string, string];
  const night = `/api/trips/${trip}/night`;
  const crew = [ana, bo!, cleo!] as const;
  return {
    ana,
    bo: bo!,
    cleo: cleo!,
    crew,
    close: () => closeNight(trip, crew),
    squad: made.squad,
    trip,
    wipeout,
    chef,
    night,
  };
}

/** Lets the planned time of a night come. */
const letTimePass = (trip: string) =>
  swell.database.db
    .updateTable("nights")
    .set({ starts_at: new Date(Date.now() - 1000) })
    .where("trip_id", "=", trip)
    .execute();

/** Shows all cards of a running show; returns them with the first. */
async function playThrough(host: TestPerson, night: string) {
  const cards = [(await host.post(`${night}/start`, {})).body];
  while (!cards.at(-1)!["isLast"]) cards.push((await host.post(`${night}/next`, { position: cards.length - 1 })).body);
  return cards.map((state) => state["card"] as Record<string, unknown>);
}

describe("a planned night", () => {
  test("keeps every award sealed although all have voted", async () => {
    const { ana, bo, cleo, trip, wipeout, chef, night } = await newNight();
    for (const category of [wipeout, chef]) for (const voter of [ana, bo, cleo]) await vote(voter, category, bo);
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toEqual([]);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toEqual([]);
    expect((await ana.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: false });
    expect((await ana.get(`/api/users/${bo.id}/awards`)).body).toEqual([]);
    expect((await ana.get(`/api/trips/${trip}`)).body["trip"]!["night"]).toMatchObject({ stage: "planned" });
    const page = (await ana.get(night)).body;
    expect(page).toMatchObject({
      awardsToAnswer: 0,
      night: { stage: "planned", votersDone: 3, answers: 6, missing: [], show: null, heldAt: null },
    });
    expect((await vote(bo, wipeout, ana)).status).toBe(200);
  });

  test("takes skips, which a vote replaces", async () => {
    const { ana, bo, wipeout, night } = await newNight();
    expect((await bo.post(`/api/categories/${wipeout}/skip`, {})).body).toEqual({ isSkipped: true });
    const mine = () => bo.get(`/api/categories/${wipeout}/my-vote`);
    expect((await mine()).body).toEqual({ nomineeId: null, isVoid: false, isSkipped: true });
    expect((await bo.get(night)).body).toMatchObject({
      awardsToAnswer: 1,
      openAwards: 2,
      night: { votersDone: 0, answers: 1, crewCount: 3 },
    });
    await vote(bo, wipeout, ana);
    expect((await mine()).body).toEqual({ nomineeId: ana.id, isVoid: false });
  });

  test("without votes for oneself makes those cast before void", async () => {
    const { ana, bo, wipeout, night } = await newNight();
    await vote(bo, wipeout, bo);
    expect((await ana.put(night, planOf({ noSelfVotes: true }))).status).toBe(200);
    expect((await bo.get(`/api/categories/${wipeout}/my-vote`)).body).toMatchObject({ isVoid: true });
    const refused = await vote(bo, wipeout, bo);
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_input"]);
    expect((await vote(bo, wipeout, ana)).status).toBe(200);
  });

  test("is refused too soon, twice, and for a trip whose results are all out", async () => {
    const { ana, trip, night } = await newNight();
    expect((await ana.post(night, planOf())).status).toBe(409);
    for (const startsAt of ["9999-12-31T23:59:59-23:59", new Date(Date.now() + 3 * 366 * 86_400_000).toJSON()])
      expect((await ana.put(night, planOf({ startsAt }))).body["issues"]).toEqual([
        { path: "startsAt", message: "Please choose a time in the next 2 years" },
      ]);
    const past = await ana.put(night, planOf({ startsAt: "2020-01-01T20:00:00Z" }));
    expect([past.status, past.body["issues"]]).toEqual([400, [expect.objectContaining({ path: "startsAt" })]]);
    const soon = await ana.put(night, planOf({ startsAt: new Date(Date.now() + 590_000).toJSON() }));
    expect([soon.status, soon.body["error"]]).toEqual([
      400,
      "Please choose a time at least 10 minutes from now, so that the crew can hear of it",
    ]);
    expect((await ana.put(night, planOf({ startsAt: new Date(Date.now() + 610_000).toJSON() }))).status).toBe(200);
    expect((await ana.put(night, planOf({ timeZone: "Mars/Olympus" }))).status).toBe(400);
    const done = await newTrip(swell, { crew: ["ana"], awards: ["Best Wipeout"] });
    await vote(done.ana, done.categories[0]!, done.ana);
    expect((await done.ana.post(`/api/trips/${done.trip}/night`, planOf())).status).toBe(409);
    expect(trip).not.toBe(done.trip);
  });

  test("that is called off reveals what all have voted on, and makes skips void", async () => {
    const { ana, bo, cleo, trip, wipeout, chef, night } = await newNight();
    for (const voter of [ana, bo, cleo]) await vote(voter, wipeout, bo);
    for (const voter of [ana, bo]) await vote(voter, chef, bo);
    await cleo.post(`/api/categories/${chef}/skip`, {});
    expect((await ana.delete(night)).status).toBe(204);
    expect(rows((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body)).toHaveLength(1);
    expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toEqual([]);
    // Nobody else learns that Cleo skipped.
    expect((await ana.get(`/api/categories/${chef}/voting-progress`)).body).toMatchObject({
      votesReceived: 3,
      isComplete: false,
      usersWhoHaventVoted: [],
    });
    const mine = await cleo.get(`/api/trips/${trip}/ballot`);
    expect(rows(mine.body["categories"])[1]).toMatchObject({ isVoid: true, isSkipped: true, mayVote: true });
    expect((await cleo.get(`/api/trips/${trip}`)).body["trip"]).toMatchObject({ awardsToVoteOn: 1 });
    expect((await cleo.post(`/api/categories/${chef}/skip`, {})).status).toBe(409);
    expect((await vote(cleo, chef, cleo)).body["progress"]).toMatchObject({ votesReceived: 3, isComplete: true });
  });
});

describe("the close of a night", () => {
  test("destroys every choice and keeps who took part", async () => {
    const { ana, bo, cleo, trip, wipeout, chef, night } = await newNight();
    await vote(cleo, wipeout, bo);
    await vote(ana, wipeout, cleo);
    const tooFew = await ana.post(`${night}/close`, { confirm: true });
    expect([tooFew.status, tooFew.body["error"]]).toEqual([409, "So few answers would end uncounted. Wait for three."]);
    await vote(bo, wipeout, ana);
    await vote(bo, chef, ana);
    const unasked = await ana.post(`${night}/close`, {});
    expect([unasked.status, unasked.body["code"]]).toEqual([409, "confirmation_needed"]);
    const rest = "not answered every award. Close the vote all the same?";
    expect(unasked.body["error"]).toBe(`You and Cleo have ${rest}`);
    await vote(ana, chef, bo);
    expect((await ana.post(`${night}/close`, {})).body["error"]).toBe(`Cleo has ${rest}`);
    expect((await bo.post(`${night}/close`, { confirm: true })).status).toBe(403);
    const closed = await ana.post(`${night}/close`, { confirm: true });
    expect(closed.body["night"]).toMatchObject({ stage: "closed", show: null });

    const { db } = swell.database;
    const left = await sql<{ voter_id: string; nominee_id: string | null }>`
      select v.voter_id, v.nominee_id from votes v join categories c on c.id = v.category_id where c.trip_id = ${trip}`.execute(
      db,
    );
    expect(left.rows).toHaveLength(5);
    expect(left.rows.every(({ nominee_id }) => nominee_id === null)).toBe(true);
    const order = await sql<{
      voter_id: string;
    }>`select voter_id from votes where category_id = ${wipeout} order by ctid`.execute(db);
    expect(order.rows.map(({ voter_id }) => voter_id)).toEqual([ana.id, bo.id, cleo.id].toSorted());

    expect((await cleo.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({
      nomineeId: null,
      isVoid: false,
      isSealed: true,
    });
    const tooLate = await vote(bo, wipeout, ana);
    expect([tooLate.status, tooLate.body["error"]]).toEqual([409, "Voting is closed: see you at Awards Night"]);
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toEqual([]);
    expect((await ana.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: false });
    expect((await ana.delete(night)).status).toBe(409);
    expect((await ana.put(night, planOf())).status).toBe(409);
    expect((await ana.post(`/api/trips/${trip}/categories`, { name: "Late", description: "Too late" })).status).toBe(
      409,
    );
    expect((await ana.delete(`/api/categories/${chef}`)).status).toBe(409);
  });

  test.each([
    ["early", 0],
    ["early", 1],
    ["early", 2],
    ["early", 3],
    ["by its time", 0],
    ["by its time", 1],
    ["by its time", 2],
    ["by its time", 3],
  ])("%s with %i ballots of a crew of five names nobody below three", async (how, ballots) => {
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards: ["Best Wipeout"] });
    const { ana, people, trip } = made;
    const wipeout = made.categories[0]!;
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf());
    for (const voter of people.slice(1, 1 + ballots)) await vote(voter, wipeout, ana);
    if (how === "early") {
      const { status } = await ana.post(`${night}/close`, { confirm: true });
      expect(status).toBe(ballots < 3 ? 409 : 200);
      if (status === 409) return;
    } else await letTimePass(trip);
    const cards = await playThrough(ana, night);
    const outcome = ballots === 0 ? "nobody" : ballots < 3 ? "uncounted" : "place";
    const best = outcome === "place" ? ["best"] : [];
    expect(cards.map(({ kind }) => kind)).toEqual(["title", "award", outcome, ...best, "final"]);
    expect(rows((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body)).toHaveLength(ballots < 3 ? 0 : 1);
    const { body } = await ana.get(`/api/categories/${wipeout}/voting-progress`);
    expect(body).toMatchObject({ votesReceived: ballots, isComplete: true });
    expect(body["isUncounted"]).toBe(outcome === "uncounted" ? true : undefined);
    // The page still says how many people answered, also after their answers are destroyed.
    expect((await ana.get(night)).body["night"]).toMatchObject({ votersDone: ballots, crewCount: 5 });
  });

  test("with one vote and four skips counts nothing", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards: ["Best Wipeout"] });
    const { ana, bo, people, trip } = made;
    const wipeout = made.categories[0]!;
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf());
    await vote(bo!, wipeout, ana);
    await closeNight(trip, [ana, ...people.slice(1)]);
    const cards = await playThrough(ana, night);
    expect(cards.map(({ kind }) => kind)).toEqual(["title", "award", "uncounted", "final"]);
  });

  test("shows ranks alone if a skip leaves four choices", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards: ["Best Wipeout"] });
    const { ana, bo, people, trip } = made;
    const wipeout = made.categories[0]!;
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf());
    for (const voter of people.slice(1)) await vote(voter, wipeout, bo!);
    await closeNight(trip, [ana, ...people.slice(1)]);
    const cards = await playThrough(ana, night);
    expect(cards[2]).toMatchObject({ kind: "place", winners: [{ id: bo!.id }], votes: null });
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([{ voteCount: null }]);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([{ totalVotes: null }]);
  });

  test("without votes for oneself names the winner alone, of five choices", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards: ["Wipeout", "Chef"] });
    const { ana, bo, dora, people, trip } = made;
    const [wipeout, chef] = made.categories as [string, string];
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf({ noSelfVotes: true }));
    for (const voter of people) await vote(voter, wipeout, voter === dora ? bo! : dora!);
    for (const voter of people.slice(1)) await vote(voter, chef, ana);
    await closeNight(trip, [ana, ...people.slice(1)]);
    const cards = await playThrough(ana, night);
    expect(cards.map(({ kind, rank }) => [kind, rank])).toEqual([
      ["title", undefined],
      ["award", undefined],
      ["place", 1],
      ["award", undefined],
      ["uncounted", undefined],
      ["best", undefined],
      ["final", undefined],
    ]);
    expect(cards[2]).toMatchObject({ winners: [{ id: dora!.id }], votes: null });
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
      { user: { id: dora!.id }, voteCount: null },
    ]);
    expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toEqual([]);
    const inDatabase = await swell.database.db
      .selectFrom("tallies")
      .select(["nominee_id", "votes"])
      .where("trip_id", "=", trip)
      .execute();
    expect(inDatabase).toEqual([{ nominee_id: dora!.id, votes: 1 }]);
  });

  test.each(["is called off", "is changed to allow votes for oneself"])(
    "of ballots for others alone tells no count when the night %s",
    async (what) => {
      const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora", "eve"], awards: ["Wipeout", "Chef"] });
      const { ana, bo, dora, people, trip } = made;
      const [wipeout, chef] = made.categories as [string, string];
      const night = `/api/trips/${trip}/night`;
      const plan = planOf({ noSelfVotes: true });
      await ana.post(night, plan);
      for (const voter of people) await vote(voter, wipeout, voter === dora ? bo! : dora!);
      for (const voter of people.slice(1)) await vote(voter, chef, ana);
      if (what === "is called off") expect((await ana.delete(night)).status).toBe(204);
      else {
        expect((await ana.put(night, { ...plan, noSelfVotes: false })).status).toBe(200);
        await closeNight(trip, [ana, ...people.slice(1)]);
        await playThrough(ana, night);
      }
      expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
        { user: { id: dora!.id }, voteCount: null, rank: 1 },
      ]);
      expect(rows((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body)).toHaveLength(1);
      // Nobody can change a vote that nobody keeps.
      expect((await vote(bo!, wipeout, ana)).status).toBe(409);
      expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toEqual([]);
    },
  );

  test("comes at the planned time, for votes at once", async () => {
    const { ana, bo, trip, wipeout, night } = await newNight();
    await vote(ana, wipeout, bo);
    await letTimePass(trip);
    expect((await vote(bo, wipeout, ana)).status).toBe(409);
    expect((await ana.get(night)).body["night"]).toMatchObject({ stage: "closed" });
    const [title] = await playThrough(ana, night);
    expect(title).toMatchObject({ kind: "title", awardCount: 2 });
  });

  test("is done by a job when nobody is there", async () => {
    const { ana, trip, wipeout, night } = await newNight();
    await vote(ana, wipeout, ana);
    // A change of the plan that leaves its time schedules the job anew.
    const soon = new Date(Date.now() + 1500);
    await swell.database.db.updateTable("nights").set({ starts_at: soon }).where("trip_id", "=", trip).execute();
    expect((await ana.put(night, planOf({ startsAt: soon.toJSON() }))).status).toBe(200);
    await vi.waitFor(
      async () => {
        const found = await swell.database.db
          .selectFrom("nights")
          .select("closed_at")
          .where("trip_id", "=", trip)
          .executeTakeFirstOrThrow();
        expect(found.closed_at).not.toBeNull();
      },
      { timeout: 20_000, interval: 200 },
    );
    expect((await ana.get(night)).body["night"]).toMatchObject({ stage: "closed" });
  });
});

describe("the waiting room", () => {
  test("tells who is here before the show, keeps nothing, and drops a flood of signs", async () => {
    const { ana, bo, cleo, close, trip, night } = await newNight();
    const heard: string[] = [];
    swell.parts.live.watch(({ id, kind, person }) => void (id === trip && kind === "here" && heard.push(person!)));
    const sign = async (who: TestPerson) => expect((await who.post(`${night}/here`, {})).status).toBe(204);
    const before = (await ana.get(night)).text;
    await sign(bo);
    expect(heard).toContain(bo.id);
    expect((await ana.get(night)).text).toBe(before);
    await Promise.all(Array.from({ length: 60 }, () => sign(ana)));
    // A watcher hears each once from the call, and at most once more from the wire.
    expect(heard.filter((id) => id === ana.id).length).toBeLessThan(40);

    await close();
    heard.length = 0;
    await sign(bo);
    expect(heard).toContain(bo.id);
    await ana.post(`${night}/start`, {});
    await sign(cleo);
    expect(heard).not.toContain(cleo.id);
  });
});

describe("the show", () => {
  test("plays third, second, winner and the medal table, and then the results are out", async () => {
    const { ana, bo, cleo, trip, wipeout, chef, night } = await newNight();
    for (const voter of [ana, bo]) await vote(voter, wipeout, bo);
    await vote(cleo, wipeout, ana);
    // Nobody answers the second award.
    expect((await ana.post(`${night}/close`, { confirm: true })).status).toBe(200);
    expect((await bo.post(`${night}/start`, {})).status).toBe(403);
    const cards = await playThrough(ana, night);
    expect(cards.map((card) => [card["kind"], card["rank"]])).toEqual([
      ["title", undefined],
      ["award", undefined],
      ["place", 2],
      ["place", 1],
      ["award", undefined],
      ["nobody", undefined],
      ["best", undefined],
      ["final", undefined],
    ]);
    expect(cards[3]).toMatchObject({ category: { id: wipeout }, winners: [{ id: bo.id }], votes: null });
    expect(cards[6]).toMatchObject({ winners: [{ id: bo.id }], gold: 1 });
    expect(cards[7]).toMatchObject({
      medals: [
        { user: { id: bo.id }, gold: 1, silver: 0, bronze: 0 },
        { user: { id: ana.id }, gold: 0, silver: 1, bronze: 0 },
      ],
    });
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
      { user: { id: bo.id }, voteCount: null, rank: 1 },
      { user: { id: ana.id }, voteCount: null, rank: 2 },
    ]);
    expect((await ana.get(`/api/trips/${trip}/overall-leaderboard`)).body).toMatchObject([
      { user: { id: bo.id }, totalVotes: null, rank: 1 },
      { user: { id: ana.id }, totalVotes: null, rank: 2 },
    ]);
    expect((await ana.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
    expect((await ana.get(`/api/categories/${chef}/leaderboard`)).body).toEqual([]);
    const over = (await ana.get(night)).body["night"]!;
    expect(over).toMatchObject({ stage: "over", show: { isLast: true } });
    // The show was an hour before its planned time.
    const ago = Date.now() - new Date(String(over["heldAt"])).getTime();
    expect(ago).toBeGreaterThanOrEqual(0);
    expect(ago).toBeLessThan(600_000);
    expect(rows((await cleo.get(`${night}/cards`)).body)).toHaveLength(8);
    expect((await ana.post(`${night}/next`, { position: 7 })).status).toBe(409);
    expect((await ana.post(night, planOf())).status).toBe(409);
  });

  test("shows no card before its time", async () => {
    const { ana, bo, crew, close, wipeout, night } = await newNight();
    for (const voter of crew) await vote(voter, wipeout, bo);
    await close();
    expect((await bo.get(`${night}/cards`)).status).toBe(409);
    await ana.post(`${night}/start`, {});
    const first = await bo.get(night);
    expect(first.body["night"]!["show"]).toMatchObject({ position: 0, card: { kind: "title" } });
    expect(first.text).not.toContain('"rank":1');
    expect((await bo.get(`${night}/cards`)).status).toBe(409);
  });

  test("moves one card when two hosts tap at once", async () => {
    const { ana, close, night } = await newNight();
    await close();
    await ana.post(`${night}/start`, {});
    const taps = await Promise.all(Array.from({ length: 6 }, () => ana.post(`${night}/next`, { position: 0 })));
    expect(taps.map(({ status, body }) => [status, body["position"]])).toEqual(taps.map(() => [200, 1]));
    expect((await ana.get(night)).body["night"]!["show"]).toMatchObject({ position: 1 });
  });

  test("shows its last card to two hosts who tap at once", async () => {
    const { ana, trip, night } = await newNight();
    await startShowOf(swell, ana, trip);
    for (let position = 0, isLast = false; !isLast; position++) {
      const [one, other] = await Promise.all([0, 1].map(() => ana.post(`${night}/next`, { position })));
      expect([one!.status, other!.status, other!.body["position"]]).toEqual([200, 200, position + 1]);
      isLast = Boolean(one!.body["isLast"]);
    }
  });

  test("has one card for what was out before the plan, and its night counts the rest", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout", "Camp Chef"] });
    const { ana, bo, cleo, trip, categories } = made;
    const crew = [ana, bo!, cleo!] as const;
    const night = `/api/trips/${trip}/night`;
    for (const voter of crew) await vote(voter, categories[0]!, bo!);
    expect((await ana.get(night)).body).toMatchObject({ openAwards: 1, crownedAwards: 1, night: null });
    await ana.post(night, planOf());
    for (const voter of crew) await vote(voter, categories[1]!, cleo!);
    const [chef, wipeout] = [{ id: categories[1] }, { id: categories[0] }];
    const counts = { crownedAwards: 1, night: { awardCount: 1 } };
    expect((await ana.get(night)).body).toMatchObject(counts);
    await ana.post(`${night}/close`, {});
    expect((await ana.get(night)).body).toMatchObject(counts);
    const cards = await playThrough(ana, night);
    expect(cards).toMatchObject([
      { kind: "title", awardCount: 1 },
      { kind: "crowned", awards: [{ category: wipeout, winners: [{ id: bo!.id }] }] },
      { kind: "award", category: chef, number: 1, awardCount: 1 },
      { kind: "place", category: chef, winners: [{ id: cleo!.id }] },
      { kind: "best", gold: 1, winners: [{}, {}] },
      { kind: "final", medals: [{ gold: 1 }, { gold: 1 }] },
    ]);
    expect((await ana.get(night)).body).toMatchObject(counts);
  });

  test("ends with the most liked photos that are still there", async () => {
    const { ana, close, squad, trip, night } = await newNight();
    const place = { squadId: squad, tripId: trip, uploaderId: ana.id };
    const liked: string[] = [];
    for (const likes of [3, 9, 0, 5, 1, 2, 4, 6]) liked[likes] = await addLikedPhoto(swell, place, likes);
    await close();
    const photosOf = (card: Record<string, unknown>) => (card["photos"] as { id: string }[]).map(({ id }) => id);
    const last = (await playThrough(ana, night)).at(-1)!;
    expect(photosOf(last)).toEqual([9, 6, 5, 4, 3, 2].map((likes) => liked[likes]));
    expect((await ana.delete(`/api/media/${liked[6]}`)).status).toBe(204);
    const replay = rows((await ana.get(`${night}/cards`)).body);
    expect(photosOf(replay.at(-1)!)).toEqual([9, 5, 4, 3, 2].map((likes) => liked[likes]));
  });

  test("keeps its results when somebody leaves or deletes their account after the close", async () => {
    const { ana, bo, cleo, close, trip, wipeout, night } = await newNight();
    for (const voter of [ana, bo, cleo]) await vote(voter, wipeout, bo);
    await close();
    await ana.delete(`/api/trips/${trip}/members/${cleo.id}`);
    expect((await bo.delete("/api/account", { confirm: bo.email, password: bo.password })).status).toBe(204);
    const cards = await playThrough(ana, night);
    expect(cards.find((card) => card["rank"] === 1)).toMatchObject({ winners: [null], category: { id: wipeout } });
    expect((await ana.get(`/api/categories/${wipeout}/leaderboard`)).body).toMatchObject([
      { user: null, voteCount: null },
    ]);
  });

  test("goes on at another server when the first one dies, and both tell of each card", async () => {
    const second = await openTestApp();
    const first = await openTestApp({}, second.database);
    const told = new Set<string>();
    second.parts.live.watch(({ show }) => show && told.add(`${show.position} ${show.card.kind}`));
    const { ana, bo, trip, categories } = await newTrip(first, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf());
    for (const voter of [ana, bo!]) await vote(voter, categories[0]!, bo!);
    await ana.post(`${night}/close`, {});
    await ana.post(`${night}/start`, {});
    await ana.post(`${night}/next`, { position: 0 });
    await vi.waitFor(() => expect([...told]).toEqual(["0 title", "1 award"]));
    await first.close();
    const again = client(second.app, ana.cookie);
    expect((await again.get(night)).body["night"]!["show"]).toMatchObject({ position: 1, card: { kind: "award" } });
    for (const position of [1, 2, 3]) expect((await again.post(`${night}/next`, { position })).status).toBe(200);
    expect([...told]).toEqual(["0 title", "1 award", "2 place", "3 best", "4 final"]);
    await second.close();
  });

  test("moves by itself with the clock, and its results come out at the last card", async () => {
    const { ana, bo, crew, close, trip, wipeout, night } = await newNight({ movesByItself: true });
    for (const voter of crew) await vote(voter, wipeout, bo);
    await close();
    await ana.post(`${night}/start`, {});
    const shift = (seconds: number) =>
      swell.database.db
        .updateTable("nights")
        .set({ card_at: new Date(Date.now() - seconds * 1000) })
        .where("trip_id", "=", trip)
        .execute();
    const shown = async () => (await bo.get(night)).body["night"]!["show"]!;
    await shift(17);
    expect(await shown()).toMatchObject({ position: 2, movesByItself: true, card: { kind: "place" } });
    expect((await ana.post(`${night}/next`, { position: 1 })).body).toMatchObject({ position: 2 });
    expect((await ana.post(`${night}/next`, { position: 2 })).body).toMatchObject({ position: 3 });
    await shift(100);
    expect(await shown()).toMatchObject({ isLast: true, card: { kind: "final" } });
    await ana.post(`${night}/next`, { position: 3 });
    expect((await ana.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
  });

  test("plays thirty awards in which everybody ties", async () => {
    const awards = Array.from({ length: 30 }, (_, n) => `Award ${n}`);
    const { ana, bo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards });
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, planOf());
    for (const category of categories) for (const voter of [ana, bo!]) await vote(voter, category, voter);
    await ana.post(`${night}/close`, {});
    const cards = await playThrough(ana, night);
    const places = cards.filter(({ kind }) => String(kind) === "place");
    expect(places).toHaveLength(30);
    expect(places.every((place) => (place["winners"] as unknown[]).length === 2)).toBe(true);
    expect(cards.at(-1)).toMatchObject({ kind: "final", medals: [{ gold: 30 }, { gold: 30 }] });
  });

  test("takes six emoji, five a second from one person", async () => {
    const { ana, close, night } = await newNight();
    const send = (emoji: string) => ana.post(`${night}/reactions`, { emoji });
    expect((await send("🔥")).status).toBe(409);
    await close();
    await ana.post(`${night}/start`, {});
    expect((await send("🤖")).status).toBe(400);
    const replies = await Promise.all(Array.from({ length: 8 }, () => send("🔥")));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  test("is in the calendar file with its instant", async () => {
    const { ana, night } = await newNight({ startsAt: nextYearsEvening });
    const { text, headers } = await ana.get(`${night}/calendar`);
    expect(headers["content-type"]).toContain("text/calendar");
    expect(text).toContain(`DTSTART:${nextYearsEvening.replaceAll(/[-:]/g, "")}`);
  });
});

test("the page of a night says for how long backups keep ballots", async () => {
  const { ana, night } = await newNight();
  expect((await ana.get(night)).body).toMatchObject({ backupDays: null });
  const backing = await openTestApp({ BACKUP_DIR: "/backups", BACKUP_DAYS: "7" }, swell.database);
  const { body } = await client(backing.app, ana.cookie).get(night);
  await backing.close();
  expect(body).toMatchObject({ backupDays: 7 });
});
