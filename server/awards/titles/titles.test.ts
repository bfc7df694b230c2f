import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NewCategory } from "#contract/categories.ts";
import { packKeys, packSamples } from "#contract/award-packs.ts";
import { type Body, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { closeNight, newTrip } from "../../testing/builders.ts";
import { awardsOfPack } from "./packs.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const vote = (voter: TestPerson, category: string, nominee: TestPerson) =>
  voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });
const awardsOf = async (viewer: TestPerson, trip: string) =>
  rows((await viewer.get(`/api/trips/${trip}/categories`)).body);
const ballotOf = async (viewer: TestPerson, trip: string) =>
  rows((await viewer.get(`/api/trips/${trip}/ballot`)).body["categories"]);
const named = (all: readonly Body[], name: string) => all.find((award) => String(award["name"]) === name)!;

/** A squad of three that has been to Ericeira, with these awards. */
async function newWorld(...awards: string[]) {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards });
  const { ana, bo, cleo, squad, trip, categories } = made;
  const goTo = async (name: string, day: string) => {
    const dates = { startDate: day, endDate: day };
    const { body } = await ana.post("/api/trips", { squadId: squad, name, location: "France", ...dates });
    return String(body["id"]);
  };
  return { ana, bo: bo!, cleo: cleo!, squad, trip, categories, goTo };
}

/** The whole crew chooses one person for an award. */
async function crown(winner: TestPerson, crew: readonly TestPerson[], category: string) {
  for (const voter of crew) expect((await vote(voter, category, winner)).status).toBe(200);
}

describe("a pack", () => {
  test("has ten awards that the form would take, each with a key of its own", () => {
    const all = packKeys.flatMap(awardsOfPack);
    expect(packKeys.map((pack) => awardsOfPack(pack).length)).toEqual(packKeys.map(() => 10));
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const { key: _, ...award } of all) expect(NewCategory.parse(award)).toMatchObject(award);
    for (const pack of packKeys) {
      const names = awardsOfPack(pack).map(({ name }) => name);
      expect(new Set(names).size).toBe(10);
      expect(names, "its samples").toEqual(expect.arrayContaining([...packSamples[pack]]));
    }
  });

  test("adds the awards that the trip lacks, once, after those it has", async () => {
    const { ana, bo, trip } = await newWorld("Camp Chef of Honour", "best wipeout");
    const added = await bo.post(`/api/trips/${trip}/award-packs`, { pack: "surf" });
    expect([added.status, added.body]).toEqual([201, { added: 9 }]);
    const again = await ana.post(`/api/trips/${trip}/award-packs`, { pack: "surf" });
    expect([again.status, again.body]).toEqual([200, { added: 0 }]);
    const names = (await awardsOf(ana, trip)).map((award) => award["name"]);
    expect(names.slice(0, 4)).toEqual(["Camp Chef of Honour", "best wipeout", "Wave of the Trip", "Dawn Patrol"]);
    expect(names).toHaveLength(11);
  });

  test("is added once when two people add it at the same moment", async () => {
    const { ana, bo, trip } = await newWorld();
    const both = await Promise.all(
      [ana, bo].map((person) => person.post(`/api/trips/${trip}/award-packs`, { pack: "ski" })),
    );
    expect(new Set(both.map(({ body }) => Number(body["added"])))).toEqual(new Set([0, 10]));
    expect(await awardsOf(ana, trip)).toHaveLength(10);
  });

  test("is not one of the seven: 400. Without room for all of it: 409, and none is added", async () => {
    const { ana, trip } = await newWorld();
    expect((await ana.post(`/api/trips/${trip}/award-packs`, { pack: "golf" })).status).toBe(400);
    for (let n = 0; n < 91; n++)
      await ana.post(`/api/trips/${trip}/categories`, { name: `Award ${n}`, description: "For it" });
    const full = await ana.post(`/api/trips/${trip}/award-packs`, { pack: "surf" });
    expect([full.status, full.body["code"]]).toEqual([409, "too_many"]);
    expect(await awardsOf(ana, trip)).toHaveLength(91);
  });
});

describe("the awards of the last trip", () => {
  test("are copied from the squad's latest earlier trip that has awards", async () => {
    const { ana, trip, goTo } = await newWorld("Best Wipeout", "Camp Chef");
    const empty = await goTo("Nowhere", "2026-08-01");
    const next = await goTo("Biarritz", "2027-05-01");
    expect((await ana.delete(`/api/trips/${empty}`)).status).toBe(204);
    const copied = await ana.post(`/api/trips/${next}/last-awards`, {});
    expect([copied.status, copied.body]).toEqual([201, { added: 2 }]);
    expect((await awardsOf(ana, next)).map((award) => award["name"])).toEqual(["Best Wipeout", "Camp Chef"]);
    expect((await ana.post(`/api/trips/${next}/last-awards`, {})).body).toEqual({ added: 0 });
    expect((await ana.post(`/api/trips/${trip}/last-awards`, {})).status).toBe(409);
  });

  test("of a trip without a squad are refused", async () => {
    const { ana } = await swell.people("ana");
    const dates = { startDate: "2026-07-04", endDate: "2026-07-11" };
    const { body } = await ana.post("/api/trips", { name: "Alone", location: "Faro", ...dates });
    expect((await ana.post(`/api/trips/${String(body["id"])}/last-awards`, {})).status).toBe(409);
  });

  test("stay hidden from crew outside the squad", async () => {
    const { ana, bo, squad, trip, goTo } = await newWorld("Best Wipeout");
    const next = await goTo("Biarritz", "2027-05-01");
    expect((await ana.delete(`/api/squads/${squad}/members/${bo.id}`)).status).toBe(204);
    expect((await bo.get(`/api/trips/${next}`)).status).toBe(200);
    expect((await ana.delete(`/api/trips/${trip}/members/${bo.id}`)).status).toBe(204);
    expect((await bo.get(`/api/trips/${trip}`)).status).toBe(404);
    expect((await bo.post(`/api/trips/${next}/last-awards`, {})).status).toBe(409);
    expect((await ana.post(`/api/trips/${next}/last-awards`, {})).body).toEqual({ added: 1 });
  });
});

describe("a champion", () => {
  test("is marked on the ballot of the next trip, and defends the title on its night", async () => {
    const { ana, bo, cleo, categories, goTo } = await newWorld("Best Wipeout");
    const crew = [ana, bo, cleo];
    const biarritz = await goTo("Biarritz", "2027-05-01");
    await ana.post(`/api/trips/${biarritz}/last-awards`, {});
    expect((await ballotOf(cleo, biarritz))[0]!["champions"]).toEqual([]);
    await crown(bo, crew, categories[0]!);
    const [defended] = await ballotOf(cleo, biarritz);
    expect(defended!["champions"]).toEqual([bo.id]);
    await crown(bo, crew, String(defended!["category"]!["id"]));

    const lanzarote = await goTo("Lanzarote", "2028-05-01");
    await ana.post(`/api/trips/${lanzarote}/last-awards`, {});
    const [third] = await ballotOf(ana, lanzarote);
    const night = `/api/trips/${lanzarote}/night`;
    await ana.post(night, { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" });
    await crown(bo, crew, String(third!["category"]!["id"]));
    await ana.post(`${night}/close`, {});
    await ana.post(`${night}/start`, {});
    for (let position = 0; position < 4; position++) await ana.post(`${night}/next`, { position });
    const cards = rows((await ana.get(`${night}/cards`)).body);
    expect(cards.find((card) => String(card["kind"]) === "place")).toMatchObject({ titlesInRow: 3, takesItFrom: [] });
    expect(rows((await ana.get(`/api/users/${bo.id}/awards`)).body).map((won) => won["category"]!["ancestor"])).toEqual(
      Array(3).fill(categories[0]),
    );
  });

  test("of a pack is the one of the same squad, not of others", async () => {
    const mine = await newWorld();
    const others = await newWorld();
    for (const world of [mine, others]) {
      await world.ana.post(`/api/trips/${world.trip}/award-packs`, { pack: "surf" });
      const wipeout = named(await awardsOf(world.ana, world.trip), "Best Wipeout");
      await crown(world.cleo, [world.ana, world.bo, world.cleo], String(wipeout["id"]));
    }
    const next = await mine.goTo("Biarritz", "2027-05-01");
    await mine.ana.post(`/api/trips/${next}/award-packs`, { pack: "surf" });
    const ballot = await ballotOf(mine.ana, next);
    expect(ballot.flatMap((one) => rows(one["champions"]))).toEqual([mine.cleo.id]);
    await mine.ana.delete(`/api/trips/${next}/members/${mine.cleo.id}`);
    expect((await ballotOf(mine.ana, next)).flatMap((one) => rows(one["champions"]))).toEqual([]);
  });
});

describe("not for me", () => {
  test("takes a name off the ballot, makes its votes void, and tells nobody else", async () => {
    const { ana, bo, cleo, trip, categories } = await newWorld("Best Wipeout");
    const [wipeout] = categories as [string];
    await vote(ana, wipeout, bo);
    const before = (await cleo.get(`/api/categories/${wipeout}/voting-progress`)).text;
    for (let n = 0; n < 2; n++) expect((await bo.put(`/api/categories/${wipeout}/not-for-me`)).status).toBe(204);
    expect((await cleo.get(`/api/categories/${wipeout}/voting-progress`)).text).toBe(before);
    expect((await ballotOf(cleo, trip))[0]).toMatchObject({ declined: [bo.id] });
    expect((await ana.get(`/api/categories/${wipeout}/my-vote`)).body).toEqual({ nomineeId: null, isVoid: true });
    const refused = await vote(cleo, wipeout, bo);
    const stranger = await vote(cleo, wipeout, await swell.person("dora"));
    expect([refused.status, refused.text]).toEqual([400, stranger.text]);
    expect((await bo.delete(`/api/categories/${wipeout}/not-for-me`)).status).toBe(204);
    expect((await vote(cleo, wipeout, bo)).status).toBe(200);
    expect((await ana.get(`/api/categories/${wipeout}/my-vote`)).body).toMatchObject({ isVoid: true });
  });

  test("and a vote at the same moment leave no vote for that person", async () => {
    const { ana, bo, cleo, categories } = await newWorld("Best Wipeout");
    const [wipeout] = categories as [string];
    for (let round = 0; round < 10; round++) {
      const [off, cast] = await Promise.all([
        bo.put(`/api/categories/${wipeout}/not-for-me`),
        vote(round % 2 === 0 ? ana : cleo, wipeout, bo),
      ]);
      expect(off.status).toBe(204);
      expect([200, 400]).toContain(cast.status);
      for (const voter of [ana, cleo])
        expect((await voter.get(`/api/categories/${wipeout}/my-vote`)).body["nomineeId"]).toBeNull();
      await bo.delete(`/api/categories/${wipeout}/not-for-me`);
    }
  });

  test("is for the crew, before the results are out, and leaves somebody to choose", async () => {
    const { ana, bo, cleo, trip, categories } = await newWorld("Best Wipeout", "Camp Chef");
    const [wipeout, chef] = categories as [string, string];
    await crown(ana, [ana, bo, cleo], wipeout);
    expect((await bo.put(`/api/categories/${wipeout}/not-for-me`)).status).toBe(409);
    await ana.delete(`/api/trips/${trip}/members/${cleo.id}`);
    expect((await cleo.put(`/api/categories/${chef}/not-for-me`)).status).toBe(403);
    const both = await Promise.all([ana, bo].map((person) => person.put(`/api/categories/${chef}/not-for-me`)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]));
  });

  test("is refused once the vote of a night is closed", async () => {
    const { ana, bo, cleo, trip, categories } = await newWorld("Best Wipeout");
    const night = `/api/trips/${trip}/night`;
    await ana.post(night, { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" });
    await closeNight(trip, [ana, bo, cleo]);
    const late = await bo.put(`/api/categories/${categories[0]}/not-for-me`);
    expect([late.status, late.body["error"]]).toEqual([409, "Voting is closed: see you at Awards Night"]);
  });
});

describe("the trophy cabinet", () => {
  test("shows complete awards by trip, by award and by person, page by page", async () => {
    const { ana, bo, cleo, squad, trip, categories, goTo } = await newWorld("Best Wipeout", "Camp Chef");
    const crew = [ana, bo, cleo];
    await crown(bo, crew, categories[0]!);
    const next = await goTo("Biarritz", "2027-05-01");
    await ana.post(`/api/trips/${next}/last-awards`, {});
    const [wipeout, chef] = await awardsOf(ana, next);
    await crown(bo, crew, String(wipeout!["id"]));
    await vote(ana, String(chef!["id"]), ana);
    const trophies = async (query = "") => rows((await cleo.get(`/api/squads/${squad}/trophies${query}`)).body);

    const byTrip = await trophies();
    expect(byTrip.map(({ key }) => String(key))).toEqual([next, trip]);
    expect(byTrip[0]!["trophies"]).toMatchObject([
      {
        category: { name: "Best Wipeout" },
        trip: { id: next, name: "Biarritz", year: 2027 },
        winners: [{ id: bo.id }],
        winnerCount: 1,
        times: 1,
        titlesInRow: 2,
        receipt: null,
      },
    ]);
    const [shelf, ...others] = await trophies("?by=award");
    expect([String(shelf!["key"]), rows(shelf!["trophies"]).length, others]).toEqual([categories[0], 2, []]);
    expect(await trophies("?by=person")).toMatchObject([{ key: bo.id, user: { id: bo.id }, trophies: [{ times: 2 }] }]);
    expect((await cleo.get(`/api/squads/${squad}/trophies?by=luck`)).status).toBe(400);

    const first = await cleo.get(`/api/squads/${squad}/trophies?limit=1`);
    const rest = await cleo.get(/<(.*)>/.exec(String(first.headers["link"]))![1]!);
    expect([rows(first.body).length, String(rows(rest.body)[0]!["key"])]).toEqual([1, trip]);
    expect(rest.headers["link"]).toBeUndefined();
  });

  test("shows members where a cup is missing, and strangers nothing open", async () => {
    const { ana, bo, cleo, squad, categories, goTo } = await newWorld("Best Wipeout", "Camp Chef");
    await crown(bo, [ana, bo, cleo], categories[0]!);
    const next = await goTo("Biarritz", "2027-05-01");
    await ana.post(`/api/trips/${next}/last-awards`, {});
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    const openFor = async (viewer: TestPerson, by: string) =>
      rows((await viewer.get(`/api/squads/${squad}/trophies?by=${by}`)).body).map((shelf) =>
        rows(shelf["open"]).map(({ category, trip }) => `${String(category!["name"])}, ${String(trip!["name"])}`),
      );
    expect(await openFor(cleo, "trip")).toEqual([["Camp Chef, Ericeira ’26"]]);
    expect(await openFor(cleo, "award")).toEqual([["Best Wipeout, Biarritz"]]);
    expect(await openFor(cleo, "person")).toEqual([[]]);
    const stranger = await swell.person("dora");
    for (const by of ["trip", "award", "person"]) expect(await openFor(stranger, by)).toEqual([[]]);
  });

  test("keeps the trophy of a deleted account, without its name", async () => {
    const { ana, bo, cleo, squad, categories } = await newWorld("Best Wipeout");
    await crown(bo, [ana, bo, cleo], categories[0]!);
    await bo.delete("/api/account", { confirm: bo.email, password: bo.password });
    const [shelf] = rows((await ana.get(`/api/squads/${squad}/trophies?by=person`)).body);
    expect(shelf).toMatchObject({ user: null, trophies: [{ winners: [null], times: 1 }] });
  });
});
