import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { closeNight, newTrip } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A trip of three whose vote is closed: all have chosen Bo for Best Wipeout, and nobody has chosen a Camp Chef. */
async function newClosedNight(fields: object = {}) {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    awards: ["Best Wipeout", "Camp Chef"],
  });
  const crew = [ana, bo!, cleo!] as const;
  const night = `/api/trips/${trip}/night`;
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await ana.post(night, { startsAt, timeZone: "Europe/Lisbon", ...fields });
  for (const voter of crew) await voter.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
  await closeNight(trip, crew);
  const showing = async () => (await bo!.get(night)).body["night"]!["show"]!;
  const turn = async (way: "next" | "back", position: number, who: TestPerson = ana) => {
    const { status, body } = await who.post(`${night}/${way}`, { position });
    return [status, status < 300 ? body["position"] : body["error"]];
  };
  return { ana, bo: bo!, trip, night, showing, turn };
}

/** The same, with a running show at the card of this position. */
async function newShow(position: number, fields: object = {}) {
  const made = await newClosedNight(fields);
  await made.ana.post(`${made.night}/start`, {});
  for (let at = 0; at < position; at++) expect(await made.turn("next", at)).toEqual([200, at + 1]);
  return made;
}

/** Makes the present card of a show `seconds` older, as if that time had passed. */
const letPass = (trip: string, seconds: number) =>
  swell.database.db
    .updateTable("nights")
    .set({ card_at: new Date(Date.now() - seconds * 1000) })
    .where("trip_id", "=", trip)
    .execute();

/** The last card: title, award, winner, award, uncounted, most gold, medal table. */
const last = 6;

test("a show goes back one card when two hosts tap at once, and the card begins later", async () => {
  const { showing, turn } = await newShow(2);
  const before = await showing();
  const taps = await Promise.all(Array.from({ length: 6 }, () => turn("back", 2)));
  expect(taps).toEqual(taps.map(() => [200, 1]));
  const after = await showing();
  expect(after).toMatchObject({ position: 1, card: { kind: "award" } });
  expect(Date.parse(String(after["cardAt"]))).toBeGreaterThan(Date.parse(String(before["cardAt"])));
});

test("a show moves one card when one host taps on and another back", async () => {
  const { showing, turn } = await newShow(1);
  const taps = await Promise.all([turn("next", 1), turn("back", 1)]);
  const { position } = await showing();
  expect([0, 2]).toContain(position);
  expect(taps).toEqual([
    [200, position],
    [200, position],
  ]);
});

test("a show goes back for its organizers alone, while it runs, and not from its title", async () => {
  const { ana, bo, night, turn } = await newClosedNight();
  expect(await turn("back", 1)).toEqual([409, "The show is not running."]);
  await ana.post(`${night}/start`, {});
  expect((await turn("back", 0, bo))[0]).toBe(403);
  expect(await turn("back", 0)).toEqual([409, "This is the first card of the show."]);
  expect(await turn("next", 0)).toEqual([200, 1]);
  expect(await turn("back", 1)).toEqual([200, 0]);
});

test("a show does not go back from its last card", async () => {
  const { ana, trip, turn } = await newShow(last);
  expect(await turn("back", last)).toEqual([409, "This Awards Night is over. You can watch it again."]);
  expect(await turn("back", last - 1)).toEqual([200, last]);
  expect((await ana.get(`/api/trips/${trip}/voting-status`)).body).toMatchObject({ allVotingComplete: true });
});

test("a show that moves by itself goes back, and on from there", async () => {
  const { trip, showing, turn } = await newShow(0, { movesByItself: true });
  await letPass(trip, 17);
  expect(await turn("back", 2)).toEqual([200, 1]);
  expect(await showing()).toMatchObject({ position: 1, movesByItself: true });
  await letPass(trip, 9);
  expect(await showing()).toMatchObject({ position: 2 });
});

test("the hosts alone are told the kind of the next card, and nothing of its result", async () => {
  const { ana, bo, night, turn } = await newClosedNight();
  expect((await ana.get(`${night}/next`)).status).toBe(409);
  await ana.post(`${night}/start`, {});
  expect((await bo.get(`${night}/next`)).status).toBe(403);
  const told = [];
  for (let position = 0; position < last; position++) {
    told.push((await ana.get(`${night}/next`)).body);
    await turn("next", position);
  }
  const begun = [0, 1, 1, 2, 2, 2];
  expect(told).toEqual(
    ["award", "winner", "award", "result", "best", "final"].map((next, position) => ({
      position,
      next,
      award: begun[position],
      awardCount: 2,
    })),
  );
  expect((await ana.get(`${night}/next`)).body).toMatchObject({ position: last, next: null });
});
