import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp, rows } from "../../../testing/app.ts";
import { closeNight, newTrip } from "../../../testing/builders.ts";
import { addLikedPhoto } from "../../../testing/liked-photo.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const plan = (fields: object = {}) => ({
  startsAt: new Date(Date.now() + 3_600_000).toJSON(),
  timeZone: "Europe/Lisbon",
  ...fields,
});

async function newNight(fields: object = {}) {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout"] });
  const { ana, squad, trip } = made;
  const [bo, cleo] = [made.bo!, made.cleo!];
  const night = `/api/trips/${trip}/night`;
  expect((await ana.post(night, plan(fields))).status).toBe(201);
  const shoot = (by: TestPerson, look: object = {}, likes = 0) =>
    addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: by.id }, likes, look);
  /** Closes the vote and plays the show. Returns its bonus cards. */
  const bonusCards = async () => {
    await closeNight(trip, [ana, bo, cleo]);
    let state = (await ana.post(`${night}/start`, {})).body;
    for (let position = 0; !state["isLast"]; position++) state = (await ana.post(`${night}/next`, { position })).body;
    return rows((await ana.get(`${night}/cards`)).body).filter(({ kind }) => String(kind) === "bonus");
  };
  return { ana, bo, cleo, trip, night, shoot, bonusCards };
}

const brief = (cards: readonly Body[]) =>
  cards.map(({ rule, figure, winners }) => [rule, figure, ...rows(winners).map((winner) => winner["firstName"])]);

const at = (time: string, rest: object = {}) => ({
  taken_at: new Date(`2026-07-05T${time}:00Z`),
  utc_offset: 0,
  ...rest,
});

describe("the show of a night", () => {
  test("begins with awards from the facts of the gallery, each with its photo", async () => {
    const { ana, bo, cleo, shoot, bonusCards } = await newNight();
    for (let n = 0; n < 20; n++) await shoot(ana, at("14:00"));
    // By its offset from UTC this one was taken at 05:12.
    const dawn = await shoot(bo, at("03:12", { utc_offset: 120 }));
    const top = await shoot(cleo, at("15:00"));
    await swell.database.db
      .insertInto("media_places")
      .values([
        { media_id: dawn, latitude: 38.9, longitude: -9.4, altitude: 3 },
        { media_id: top, latitude: 38.9, longitude: -9.4, altitude: 1991 },
      ])
      .execute();
    await shoot(bo, { file_type: "video/mp4", duration_ms: 40_000 });
    const film = await shoot(bo, { file_type: "video/mp4", duration_ms: 150_000 });
    await shoot(cleo, { file_type: "video/mp4", duration_ms: 20_000 });
    const cards = await bonusCards();
    expect(brief(cards)).toEqual([
      ["paparazzo", "20 photos", "Ana"],
      ["first-light", "05:12 in the morning", "Bo"],
      ["high-point", "1,991 m", "Cleo"],
      ["film-maker", "3 minutes of video", "Bo"],
    ]);
    expect(cards.slice(1).map(({ photo }) => String(photo!["id"]))).toEqual([dawn, top, film]);
  });

  test("counts nothing that is deleted, failed or of people who left", async () => {
    const { ana, bo, cleo, trip, shoot, bonusCards } = await newNight();
    for (let n = 0; n < 25; n++) {
      await shoot(bo, n < 10 ? { purpose: "trash", trashed_at: new Date() } : n < 20 ? { state: "failed" } : {});
      await shoot(cleo);
    }
    await shoot(ana);
    await ana.delete(`/api/trips/${trip}/members/${cleo.id}`);
    expect(await bonusCards()).toEqual([]);
  });

  test("counts no likes of one's own", async () => {
    const { ana, bo, cleo, shoot, bonusCards } = await newNight();
    for (let n = 0; n < 5; n++) {
      const own = await shoot(ana, {}, 3);
      await swell.database.db.insertInto("media_likes").values({ media_id: own, user_id: ana.id }).execute();
      await shoot(bo, {}, 3);
    }
    expect(cleo.id).toBeDefined();
    expect(brief(await bonusCards())).toEqual([["crowd-pleaser", "3 likes a photo", "Bo"]]);
  });

  test("leaves out rules that organizers switch off", async () => {
    const { ana, bo, night, shoot, bonusCards } = await newNight({ bonusRulesOff: ["paparazzo"] });
    for (let n = 0; n < 20; n++) await shoot(ana);
    await shoot(bo);
    expect((await ana.get(night)).body["night"]).toMatchObject({ bonusRulesOff: ["paparazzo"] });
    expect((await ana.put(night, plan({ bonusRulesOff: ["best-hair"] }))).status).toBe(400);
    expect(await bonusCards()).toEqual([]);
  });

  test("names the first to answer all awards, and keeps no moment", async () => {
    const { ana, bo, trip, bonusCards } = await newNight();
    const categories = [String(rows((await ana.get(`/api/trips/${trip}/categories`)).body)[0]!["id"])];
    for (const name of ["Camp Chef", "Best Hair"]) {
      const { body } = await ana.post(`/api/trips/${trip}/categories`, { name, description: "For it" });
      categories.push(String(body["id"]));
    }
    for (const voter of [bo, ana])
      for (const category of categories) await voter.post(`/api/categories/${category}/vote`, { nomineeId: bo.id });
    expect(brief(await bonusCards())).toEqual([["speed-run", "first to answer all 3 awards", "Bo"]]);
  });
});

test("people leave themselves out silently, until the vote is closed", async () => {
  const { ana, bo, cleo, night, shoot, bonusCards } = await newNight();
  for (let n = 0; n < 30; n++) {
    await shoot(ana);
    if (n < 20) await shoot(bo);
  }
  await shoot(cleo);
  const hints: unknown[] = [];
  swell.parts.live.watch((event) => hints.push(event));
  const me = `${night}/bonus/me`;
  const before = (await bo.get(night)).text;
  expect([(await ana.put(me)).status, (await ana.put(me)).status]).toEqual([204, 204]);
  expect((await ana.get(night)).body).toMatchObject({ isOutOfBonus: true });
  expect((await bo.get(night)).text).toBe(before);
  expect(hints).toEqual([]);
  expect([(await cleo.put(me)).status, (await cleo.delete(me)).status]).toEqual([204, 204]);
  expect(brief(await bonusCards())).toEqual([["paparazzo", "20 photos", "Bo"]]);
  expect((await bo.put(me)).status).toBe(409);
});
