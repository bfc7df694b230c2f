import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, open } from "../../media/fixtures/uploading.ts";
import { type Body, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { endOldDemos } from "./demo.ts";
import { overviewStore } from "../overviews/store.ts";
import { demoStore } from "./store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const demoOf = async (person: TestPerson) => {
  const squad = rows((await person.get("/api/squads")).body)[0]!;
  const { body } = await person.get(`/api/squads/${squad["id"]}`);
  return { squad: String(squad["id"]), page: body, trip: String(rows(body["trips"])[0]!["id"]) };
};
const newcomer = async (name: string) => {
  const person = await swell.person(name);
  const made = await person.post("/api/init-demo");
  expect(made.status).toBe(201);
  return { person, ...(await demoOf(person)) };
};
/** The awards of a trip that are not complete, by their ids. */
const openAwardsOf = async (person: TestPerson, trip: string) => {
  const status = (await person.get(`/api/trips/${trip}/voting-status`)).body;
  return rows(status["categories"]).flatMap(({ categoryId, isComplete }) => (isComplete ? [] : [String(categoryId)]));
};
const blobsDir = () => path.join(swell.parts.config.dataDir, "blobs");
const storedFiles = () => readdir(blobsDir(), { recursive: true });
const filesOf = async (ids: readonly string[]) =>
  (await storedFiles()).filter((file) => ids.some((id) => path.basename(file).startsWith(id)));
const counted = () => overviewStore(swell.database).stats();

describe("the demo", () => {
  test("is a past trip of six with photos, awards and likes", async () => {
    const { person, page, trip } = await newcomer("ana");
    expect(page["squad"]).toMatchObject({
      name: "Demo: Dawn Patrol",
      isDemo: true,
      isPublic: false,
      memberCount: 6,
      tripCount: 1,
      role: "admin",
      inviteUrl: null,
    });
    const { body } = await person.get(`/api/trips/${trip}`);
    expect(body["trip"]).toMatchObject({
      memberCount: 6,
      categoryCount: 10,
      photoCount: 24,
      isActive: false,
      isPublic: false,
      viewer: { isCrew: true, isOrganizer: true },
    });
    expect((await person.get("/api/dashboard")).body["stats"]).toEqual({
      tripCount: 1,
      photoCount: 24,
      awardCategoryCount: 10,
      userCount: 5,
    });
    const crew = rows(body["members"]);
    expect(crew.map((member) => member["mood"] !== null)).toEqual([true, true, true, true, true, false]);
    const media = rows(body["media"]);
    expect(media).toHaveLength(24);
    for (const item of media) expect(item).toMatchObject({ state: "ready", fileType: "image/jpeg", liked: false });
    const trips = rows(page["trips"]);
    const days = media.map((item) => String(item["takenAt"]).slice(0, 10));
    expect(days.every((day) => day >= String(trips[0]!["startDate"]).slice(0, 10))).toBe(true);
    expect(new Set(days).size).toBe(7);
    expect(media.filter((item) => Number(item["likes"]) > 0).length).toBeGreaterThan(15);
    const talked = media.filter((item) => Number(item["comments"]) > 0);
    expect(talked.length).toBeGreaterThan(3);
    const { comments, reactions } = (await person.get(`/api/media/${String(talked[0]!["id"])}/talk`)).body;
    expect([rows(comments).length, reactions?.["counts"]]).toEqual([talked[0]!["comments"], expect.any(Array)]);
  });

  test("has 14 costs in two currencies, half of them settled", async () => {
    const { person, trip } = await newcomer("eve");
    const { body } = await person.get(`/api/trips/${trip}/costs`);
    const costs = rows(body["costs"]);
    expect([costs.length, body["currency"]]).toEqual([14, "EUR"]);
    expect(new Set(costs.map(({ currency }) => currency))).toEqual(new Set(["EUR", "GBP"]));
    const sumOf = (of: Body[]) => of.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(sumOf(costs.map(({ tripAmount }) => ({ amount: tripAmount }) as unknown as Body))).toBe(
      Number(body["totals"]!["trip"]),
    );
    const [settled, open] = [rows(body["payments"]), rows(body["settle"])];
    expect([settled.length > 1, open.length > 1, Math.abs(settled.length - open.length) < 2]).toEqual([
      true,
      true,
      true,
    ]);
    expect(rows(body["balances"]).reduce((sum, { balance }) => sum + Number(balance), 0)).toBe(0);
  });

  test("leaves no pictures to make: every photo has its files at once", async () => {
    const { person, trip } = await newcomer("ada");
    const media = rows((await person.get(`/api/trips/${trip}/media`)).body);
    const ids = media.map((item) => String(item["id"]));
    expect(await filesOf(ids)).toHaveLength(24 * 3);
    const jobs =
      await sql`select name from jobs.job where name like 'media-%' and data ->> 'id' = any (${ids})`.execute(
        swell.database.db,
      );
    expect(jobs.rows).toEqual([]);
    for (const item of media) {
      const thumb = await open(swell, person, `${item["filePath"]}?size=thumb`);
      expect([thumb.status, thumb.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    }
  });

  test("repairs shared files that the store lost", async () => {
    const shared = (await storedFiles()).filter((file) => path.basename(file)[14] === "8");
    expect(shared).toHaveLength(24 * 3);
    for (const file of shared) await rm(path.join(blobsDir(), file));
    const { person, trip } = await newcomer("lou");
    const [item] = rows((await person.get(`/api/trips/${trip}/media?limit=1`)).body);
    expect((await open(swell, person, String(item!["filePath"]))).status).toBe(200);
  });

  test("has photos with a camera's metadata, and smaller pictures without", async () => {
    const { person, trip } = await newcomer("bo");
    const [item] = rows((await person.get(`/api/trips/${trip}/media?limit=1`)).body);
    const filePath = String(item!["filePath"]);
    const original = await open(swell, person, filePath);
    const { width, height, exif } = await sharp(original.bytes).metadata();
    expect([width, height]).toEqual([item!["width"], item!["height"]]);
    const text = exif!.toString("latin1");
    for (const said of ["2025:09:19 19:40", "+01:00", "Norrsken"]) expect(text).toContain(said);
    expect(item!["takenAt"]).toMatch(/^2025-09-19T18:40/);
    for (const size of ["thumb", "medium", "large"]) {
      const smaller = await open(swell, person, `${filePath}?size=${size}`);
      expect(smaller.status).toBe(200);
      expect((await sharp(smaller.bytes).metadata()).exif).toBeUndefined();
    }
    const cover = String(rows((await person.get("/api/squads")).body)[0]!["photoUrl"]);
    expect((await open(swell, person, `${cover}?size=large`)).status).toBe(200);
    expect((await open(swell, await swell.person("zoe"), filePath)).status).toBe(404);
  });

  test("has three known awards, and seven that wait for the user's ballot alone", async () => {
    const { person, trip } = await newcomer("cleo");
    const status = (await person.get(`/api/trips/${trip}/voting-status`)).body;
    expect(rows(status["categories"])).toHaveLength(10);
    const { body: ballot } = await person.get(`/api/trips/${trip}/ballot`);
    for (const { nomineeId } of rows(ballot["categories"]) as unknown as { nomineeId: string | null }[])
      expect(nomineeId).toBeNull();
    const known = rows(ballot["categories"])[0];
    const standing = rows((await person.get(`/api/categories/${known!["category"]!["id"]}/leaderboard`)).body);
    expect(standing.map((entry) => entry["voteCount"])).toEqual([3, 1, 1]);

    const open = await openAwardsOf(person, trip);
    expect(open).toHaveLength(7);
    for (const id of open) {
      expect((await person.get(`/api/categories/${id}/leaderboard`)).text).toBe("[]");
      expect((await person.get(`/api/categories/${id}/voting-progress`)).body).toMatchObject({
        votesReceived: 5,
        totalVotesNeeded: 6,
      });
    }
    expect((await person.get(`/api/trips/${trip}/night`)).body).toMatchObject({
      isOrganizer: true,
      awardsToAnswer: 7,
      night: { stage: "planned", startsAt: null, crewCount: 6, votersDone: 5, missing: [{ id: person.id }] },
    });
  });

  test("is made once by five calls at the same time", async () => {
    const dora = await swell.person("dora");
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => dora.post("/api/init-demo")));
    expect(answers.map((answer) => answer.body["created"]).filter(Boolean)).toHaveLength(1);
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(["200", "200", "200", "200", "201"]);
    expect(rows((await dora.get("/api/squads")).body)).toHaveLength(1);
    expect((await dora.post("/api/init-demo")).body).toEqual({ created: false });
  });

  test("stands beside a person's own squad that has no trip yet", async () => {
    const { ana, bo } = await newSquad(swell, "eli", "fay");
    for (const person of [ana, bo!]) {
      expect((await person.post("/api/init-demo")).body).toEqual({ created: true });
      const names = rows((await person.get("/api/squads")).body).map(({ name }) => name);
      expect(names).toEqual(["Dawn Patrol", "Demo: Dawn Patrol"]);
    }
  });

  test("is refused to a person with a trip", async () => {
    const { ana, bo } = await newTrip(swell, { crew: ["eve", "finn"] });
    for (const person of [ana, bo!]) expect((await person.post("/api/init-demo")).body).toEqual({ created: false });
    expect((await ana.get("/api/dashboard")).body["hadDemo"]).toBe(false);
    expect((await swell.visitor.post("/api/init-demo")).status).toBe(401);
  });

  test("leaves nothing behind when a write fails", async () => {
    const gus = await swell.person("gus");
    await swell.database.db.schema.alterTable("media_likes").renameTo("gone_for_now").execute();
    expect((await gus.post("/api/init-demo")).status).toBe(500);
    await swell.database.db.schema.alterTable("gone_for_now").renameTo("media_likes").execute();
    expect((await gus.get("/api/squads")).text).toBe("[]");
    expect((await gus.get("/api/dashboard")).body).toMatchObject({ hadDemo: false });
    const claimed = await swell.database.db.selectFrom("uploads").where("user_id", "=", gus.id).selectAll().execute();
    expect(claimed).toEqual([]);
    expect((await gus.post("/api/init-demo")).body).toEqual({ created: true });
  });
});

describe("its Awards Night", () => {
  const nightOf = async (name: string) => {
    const { person, trip } = await newcomer(name);
    const night = `/api/trips/${trip}/night`;
    const stage = async () => String((await person.get(night)).body["night"]!["stage"]);
    const vote = (id: string) => person.post(`/api/categories/${id}/vote`, { nomineeId: person.id });
    const [last = "", ...rest] = await openAwardsOf(person, trip);
    return { person, trip, night, stage, vote, last, rest };
  };

  test("closes with the last answer, and plays", async () => {
    const { person, trip, night, stage, vote, last, rest } = await nightOf("ida");
    for (const id of rest) expect((await vote(id)).body["progress"]).toMatchObject({ isComplete: false });
    expect(await stage()).toBe("planned");
    expect((await person.post(`/api/categories/${last}/skip`, {})).status).toBe(200);
    expect(await stage()).toBe("closed");
    expect((await vote(last)).status).toBe(409);
    expect((await person.get(`/api/categories/${last}/leaderboard`)).text).toBe("[]");

    let show = (await person.post(`${night}/start`, {})).body;
    for (let position = 0; position < 100 && String(show["isLast"]) !== "true"; position++)
      show = (await person.post(`${night}/next`, { position })).body;
    expect(await stage()).toBe("over");
    const cards = rows((await person.get(`${night}/cards`)).body);
    const ofKind = (kind: string) => cards.filter((card) => String(card["kind"]) === kind);
    expect(ofKind("bonus")).toHaveLength(2);
    const receipts = ofKind("place")
      .map((card) => card["receipt"])
      .filter(Boolean);
    expect(receipts).toHaveLength(5);
    expect(receipts).toContainEqual({ text: "They heard it in Sagres.", photo: null });
    expect((await person.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
  });

  test("closes once if the last two answers come at the same time", async () => {
    const { trip, stage, vote, last, rest } = await nightOf("una");
    const [other = "", ...early] = rest;
    for (const id of early) await vote(id);
    const answers = await Promise.all([vote(last), vote(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stage()).toBe("closed");
    const { rows: counted } = await sql<{ votes: number }>`select sum(s.votes)::int votes from sealed_tallies s
      join categories c on c.id = s.category_id where c.trip_id = ${trip}`.execute(swell.database.db);
    expect(counted).toEqual([{ votes: 7 * 6 }]);
  });

  test("closes when the last award without an answer is deleted", async () => {
    const { person, stage, vote, last, rest } = await nightOf("uli");
    for (const id of rest) await vote(id);
    expect((await person.delete(`/api/categories/${last}`)).status).toBe(204);
    expect(await stage()).toBe("closed");
  });

  test("is closed by the next server if one dies after the last answer", async () => {
    const { person, trip, stage, vote, last, rest } = await nightOf("udo");
    for (const id of rest) await vote(id);
    const { db } = swell.database;
    await db.insertInto("votes").values({ category_id: last, voter_id: person.id, nominee_id: person.id }).execute();
    await sql`select settle_trip(${trip})`.execute(db);
    expect(await stage()).toBe("planned");
    const next = await openTestApp({}, swell.database);
    await next.app.listen({ port: 0, host: "127.0.0.1" });
    await vi.waitFor(async () => expect(await stage()).toBe("closed"), { timeout: 10_000 });
    await next.close();
  });

  test("has no time for a calendar until its host gives it one, and then waits for that", async () => {
    const { person, night, stage, vote, last, rest } = await nightOf("ugo");
    const calendar = () => person.get(`${night}/calendar`);
    const refused = await calendar();
    expect([refused.status, refused.body["error"]]).toEqual([
      409,
      "This Awards Night has no time: it opens when everybody has voted.",
    ]);
    const startsAt = new Date(Date.now() + 3_600_000).toJSON();
    const moved = await person.put(night, { startsAt, timeZone: "Europe/Lisbon" });
    expect(moved.body["night"]).toMatchObject({ stage: "planned", startsAt });
    expect((await calendar()).status).toBe(200);
    for (const id of [...rest, last]) await vote(id);
    expect(await stage()).toBe("planned");
  });
});

test("its invented people cannot sign in, and only the owner sees them", async () => {
  const { person, page } = await newcomer("hana");
  const kai = rows(page["members"]).find((member) => String(member["userId"]) !== person.id)!;
  expect((await person.get(`/api/users/${kai["userId"]}`)).body["firstName"]).toBe("Kai");
  expect((await person.get("/api/all-members")).body).toHaveLength(1);
  const zoe = await swell.person("zoe");
  expect((await zoe.get(`/api/users/${kai["userId"]}`)).status).toBe(404);
  const account = swell.database.db.selectFrom("accounts").select("email");
  expect(await account.where("person_id", "=", String(kai["userId"])).execute()).toEqual([]);
});

test("nobody else can join it, and it stays private", async () => {
  const { person, squad, trip } = await newcomer("ivo");
  const zoe = await swell.person("zoe");
  const { invite_code: invite } = await swell.database.db
    .selectFrom("squads")
    .select("invite_code")
    .where("id", "=", squad)
    .executeTakeFirstOrThrow();
  expect((await swell.visitor.get(`/api/public/squads/${squad}?invite=${invite}`)).status).toBe(404);
  for (const id of [squad, trip]) expect((await zoe.post(`/api/trips/${id}/join`, { invite })).status).toBe(404);
  expect((await person.post(`/api/squads/${squad}/invite-link/reset`, {})).status).toBe(409);
  for (const [call, to] of [
    ["/api/squad-invites", { squadId: squad }],
    ["/api/invites", { tripId: trip }],
  ] as const)
    expect((await person.post(call, { ...to, emails: ["zoe@example.org"] })).status).toBe(409);
  const opened = await person.put(`/api/squads/${squad}`, { name: "Open", isPublic: true });
  expect(opened.status).toBe(409);
  expect(opened.body["error"]).toBe("The demo squad stays private.");
  expect((await person.put(`/api/squads/${squad}`, { name: "Ours", isPublic: false })).status).toBe(200);
  expect((await swell.visitor.get("/api/public/squads?q=Ours")).text).toBe("[]");
});

test("public totals never count it", async () => {
  const person = await swell.person("jon");
  const before = await counted();
  await person.post("/api/init-demo");
  const { squad, trip } = await demoOf(person);
  await person.post(`/api/trips/${trip}/categories`, { name: "Best Nap", description: "Anywhere" });
  await person.post("/api/trips", {
    squadId: squad,
    name: "Next",
    location: "Anywhere",
    startDate: "2027-01-01",
    endDate: "2027-01-02",
  });
  expect(await counted()).toEqual(before);
  expect((await person.delete("/api/demo")).status).toBe(204);
  expect(await counted()).toEqual(before);
});

test("its invented people get no mail about open awards", async () => {
  const { person, trip } = await newcomer("pia");
  await person.post(`/api/trips/${trip}/categories`, { name: "Best Nap", description: "Anywhere" });
  expect((await person.post(`/api/trips/${trip}/vote-reminders`, {})).status).toBeLessThan(300);
  const letters = await swell.database.db
    .selectFrom("vote_reminders")
    .where("trip_id", "=", trip)
    .selectAll()
    .execute();
  expect(letters.filter((letter) => letter.user_id !== person.id)).toEqual([]);
});

test("an account is deleted together with its demo", async () => {
  const { person, squad } = await newcomer("quy");
  const gone = await person.delete("/api/account", { confirm: person.email, password: person.password });
  expect(gone.status).toBe(204);
  const left = await swell.database.db.selectFrom("people").where("demo_squad_id", "=", squad).selectAll().execute();
  expect(left).toEqual([]);
});

describe("removing it", () => {
  test("removes its people and files, and the person gets no other demo", async () => {
    const { person, squad, trip } = await newcomer("kim");
    const ids = rows((await person.get(`/api/trips/${trip}/media`)).body).map((item: Body) => String(item["id"]));
    expect(await filesOf(ids)).toHaveLength(24 * 3);
    expect((await person.delete("/api/demo")).status).toBe(204);
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(404);
    expect((await person.get(`/api/trips/${trip}`)).status).toBe(404);
    const left = await swell.database.db.selectFrom("people").where("demo_squad_id", "=", squad).selectAll().execute();
    expect(left).toEqual([]);
    await vi.waitFor(async () => expect(await filesOf(ids)).toEqual([]), { timeout: 20_000 });
    expect((await person.post("/api/init-demo")).body).toEqual({ created: false });
    expect((await person.get("/api/dashboard")).body).toMatchObject({ hadDemo: true, squads: [], trips: [] });
    expect((await person.delete("/api/demo")).status).toBe(404);
  });

  test("leaving or deleting the squad removes it too", async () => {
    const [leo, mia] = [await newcomer("leo"), await newcomer("mia")];
    expect((await leo.person.post(`/api/squads/${leo.squad}/leave`, {})).body).toEqual({ deleted: true });
    expect((await mia.person.delete(`/api/squads/${mia.squad}`, { confirm: "Demo: Dawn Patrol" })).status).toBe(204);
    for (const { squad } of [leo, mia]) {
      const left = await swell.database.db
        .selectFrom("people")
        .where("demo_squad_id", "=", squad)
        .selectAll()
        .execute();
      expect(left).toEqual([]);
    }
  });

  test("keeps the demos of other people", async () => {
    const [nia, oto] = [await newcomer("nia"), await newcomer("oto")];
    await nia.person.delete("/api/demo");
    const [item] = rows((await oto.person.get(`/api/trips/${oto.trip}/media`)).body);
    expect((await open(swell, oto.person, String(item!["filePath"]))).status).toBe(200);
  });
});

describe("after 60 days, the demo", () => {
  const age = (squad: string, days: number) =>
    sql`update squads set created_at = now() - ${days} * interval '1 day' where id = ${squad}`.execute(
      swell.database.db,
    );
  const store = () => demoStore(swell.database);
  const endDemos = () => endOldDemos(store(), store().remove);
  const people = () => swell.database.db.selectFrom("people").select("id").where("is_demo", "=", true).execute();

  test("goes with its invented people, and not before", async () => {
    const { person, squad } = await newcomer("ana");
    const invented = (await people()).length;
    await age(squad, 59);
    await endDemos();
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(200);
    await age(squad, 61);
    await endDemos();
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(404);
    expect((await people()).length).toBe(invented - 5);
    expect((await person.get("/api/dashboard")).body["squads"]).toEqual([]);
    expect((await person.post("/api/init-demo")).body["created"]).toBe(false);
  });

  test("stays when its person has added a photo", async () => {
    const { person, squad, trip } = await newcomer("bo");
    await add(swell, person, `/api/trips/${trip}`, await jpeg());
    await age(squad, 61);
    await endDemos();
    expect((await person.get(`/api/squads/${squad}`)).status).toBe(200);
  });
});
