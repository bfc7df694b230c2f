import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { closeNight, newTrip } from "../../testing/builders.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** A trip of three with two awards, a photo and a planned night. */
async function newNight() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout", "Camp Chef"] });
  const { ana, squad, trip } = made;
  const bo = made.bo!;
  const cleo = made.cleo!;
  const [wipeout, chef] = made.categories as [string, string];
  const night = `/api/trips/${trip}/night`;
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  expect((await ana.post(night, { startsAt, timeZone: "Europe/Lisbon" })).status).toBe(201);
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: cleo.id }, 0);
  const receiptsFor = async (person: TestPerson) => rows((await person.get(`/api/trips/${trip}/receipts`)).body);
  const close = () => closeNight(trip, [ana, bo, cleo]);
  return { ana, bo, cleo, close, squad, trip, wipeout, chef, night, photo, receiptsFor };
}

const attach = (author: TestPerson, category: string, nominee: TestPerson, proof: object): Promise<Reply> =>
  author.post(`/api/categories/${category}/receipts`, { nomineeId: nominee.id, ...proof });
const idOf = ({ body }: Reply) => String(body["id"]);

const vote = (voter: TestPerson, category: string, nominee: TestPerson) =>
  voter.post(`/api/categories/${category}/vote`, { nomineeId: nominee.id });

/** Shows all cards of a closed night. Returns the winner's card of the first award. */
async function playThrough(host: TestPerson, night: string) {
  let state = (await host.post(`${night}/start`, {})).body;
  const cards = [state["card"]!];
  while (!state["isLast"]) {
    state = (await host.post(`${night}/next`, { position: cards.length - 1 })).body;
    cards.push(state["card"]!);
  }
  return cards.find((card) => (card["rank"] as unknown) === 1)!;
}

describe("a receipt", () => {
  test("shows a text or a photo to the crew, without its author", async () => {
    const { ana, bo, cleo, wipeout, photo, receiptsFor } = await newNight();
    expect((await attach(ana, wipeout, bo, { text: "Twice, same wave" })).status).toBe(201);
    expect((await attach(ana, wipeout, bo, { mediaId: photo })).status).toBe(201);
    const about = { categoryId: wipeout, nomineeId: bo.id, hearts: 0, isHearted: false };
    const seenBy = async (person: TestPerson) =>
      (await receiptsFor(person)).toSorted((a, b) => String(b["text"]).localeCompare(String(a["text"])));
    const expected = (isMine: boolean) => [
      { ...about, isMine, id: expect.any(String), text: "Twice, same wave", photo: null },
      { ...about, isMine, id: expect.any(String), text: null, photo: expect.objectContaining({ id: photo }) },
    ];
    expect(await seenBy(ana)).toEqual(expected(true));
    expect(await seenBy(bo)).toEqual(expected(false));
    expect(await seenBy(cleo)).toEqual(expected(false));
  });

  test("is one photo of the trip or one text of at most 140 characters", async () => {
    const { ana, bo, squad, wipeout, photo } = await newNight();
    const elsewhere = await addLikedPhoto(swell, { squadId: squad, tripId: null, uploaderId: ana.id }, 0);
    const refused = async (proof: object) => {
      const { status, body } = await attach(ana, wipeout, bo, proof);
      return [status, rows(body["issues"])?.[0]?.["path"]];
    };
    expect(await refused({})).toEqual([400, "text"]);
    expect(await refused({ text: "  " })).toEqual([400, "text"]);
    expect(await refused({ text: "x".repeat(141) })).toEqual([400, "text"]);
    expect(await refused({ text: "Both", mediaId: photo })).toEqual([400, "text"]);
    expect(await refused({ mediaId: elsewhere })).toEqual([400, "mediaId"]);
    const stranger = await swell.person("dora");
    expect(await refused({ text: "Not here", nomineeId: stranger.id })).toEqual([400, "nomineeId"]);
    expect((await attach(stranger, wipeout, bo, { text: "Saw it" })).status).toBe(404);
  });

  test("is added once by a double click, and three times an award by one person", async () => {
    const { ana, bo, cleo, wipeout, chef, receiptsFor } = await newNight();
    const [first, again] = await Promise.all([
      attach(ana, wipeout, bo, { text: "One" }),
      attach(ana, wipeout, bo, { text: "One" }),
    ]);
    expect([first.status, again.status].toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(idOf(again)).toBe(idOf(first));
    const texts = ["Two", "Three", "Four", "Five"];
    const statuses = await Promise.all(texts.map(async (text) => (await attach(ana, wipeout, cleo, { text })).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect((await attach(ana, chef, bo, { text: "Burnt it" })).status).toBe(201);
    expect((await attach(bo, wipeout, bo, { text: "One" })).status).toBe(201);
    expect(await receiptsFor(bo)).toHaveLength(5);
    expect((await ana.delete(`/api/receipts/${idOf(first)}`)).status).toBe(204);
    expect((await attach(ana, wipeout, bo, { text: "Six" })).status).toBe(201);
  });

  test("can be taken down by its author, its nominee and an organizer", async () => {
    const { ana, bo, cleo, wipeout, receiptsFor } = await newNight();
    const made = await Promise.all(["One", "Two", "Three"].map((text) => attach(cleo, wipeout, bo, { text })));
    const others = idOf(await attach(ana, wipeout, ana, { text: "Mine" }));
    const refused = await bo.delete(`/api/receipts/${others}`);
    expect([refused.status, refused.body["code"]]).toEqual([403, "forbidden"]);
    for (const [n, person] of [ana, bo, cleo].entries())
      expect((await person.delete(`/api/receipts/${idOf(made[n]!)}`)).status).toBe(204);
    expect((await cleo.delete(`/api/receipts/${idOf(made[0]!)}`)).status).toBe(404);
    expect((await receiptsFor(bo)).map(({ text }) => text)).toEqual(["Mine"]);
  });

  test("hides with its photo in the trash, and comes back with it", async () => {
    const { ana, bo, cleo, wipeout, photo, receiptsFor } = await newNight();
    await attach(ana, wipeout, bo, { mediaId: photo });
    expect((await cleo.delete(`/api/media/${photo}`)).status).toBe(204);
    expect(await receiptsFor(bo)).toEqual([]);
    expect((await cleo.post(`/api/media/${photo}/restore`, {})).status).toBe(204);
    expect(await receiptsFor(bo)).toHaveLength(1);
    await sql`update media set trip_id = null where id = ${photo}`.execute(swell.database.db);
    expect(await receiptsFor(bo)).toEqual([]);
  });

  test("hides while its nominee is off the crew", async () => {
    const { ana, bo, trip, wipeout, receiptsFor } = await newNight();
    await attach(ana, wipeout, bo, { text: "Gone" });
    await ana.delete(`/api/trips/${trip}/members/${bo.id}`);
    expect(await receiptsFor(ana)).toEqual([]);
  });

  test("hides while its nominee has taken their name off the award", async () => {
    const { ana, bo, wipeout, chef, receiptsFor } = await newNight();
    await attach(ana, wipeout, bo, { text: "Splash" });
    await attach(ana, chef, bo, { text: "Burnt it" });
    expect((await bo.put(`/api/categories/${wipeout}/not-for-me`)).status).toBeLessThan(300);
    expect((await receiptsFor(ana)).map(({ text }) => text)).toEqual(["Burnt it"]);
    expect((await attach(ana, wipeout, bo, { text: "Again" })).status).toBe(400);
  });

  test("takes one heart of each person while the vote is open", async () => {
    const { ana, bo, cleo, close, wipeout, receiptsFor } = await newNight();
    const heart = `/api/receipts/${idOf(await attach(ana, wipeout, bo, { text: "Splash" }))}/heart`;
    await Promise.all([bo.put(heart), bo.put(heart), cleo.put(heart)]);
    expect(await receiptsFor(bo)).toMatchObject([{ hearts: 2, isHearted: true }]);
    expect(await receiptsFor(ana)).toMatchObject([{ hearts: 2, isHearted: false }]);
    expect((await cleo.delete(heart)).status).toBe(204);
    expect((await cleo.delete(heart)).status).toBe(204);
    expect(await receiptsFor(cleo)).toMatchObject([{ hearts: 1, isHearted: false }]);
    await close();
    const late = await cleo.put(heart);
    expect([late.status, late.body["error"]]).toEqual([409, "Voting is closed: see you at Awards Night"]);
  });

  test("needs a planned night with an open vote", async () => {
    const { ana, bo, close, wipeout, night, receiptsFor } = await newNight();
    await attach(ana, wipeout, bo, { text: "Splash" });
    await ana.delete(night);
    expect(await receiptsFor(ana)).toEqual([]);
    expect((await attach(ana, wipeout, bo, { text: "Splash" })).status).toBe(409);
    const startsAt = new Date(Date.now() + 3_600_000).toJSON();
    await ana.post(night, { startsAt, timeZone: "Europe/Lisbon" });
    expect((await attach(ana, wipeout, bo, { text: "Splash" })).status).toBe(201);
    await close();
    const late = await attach(ana, wipeout, bo, { text: "Again" });
    expect([late.status, late.body["code"]]).toEqual([409, "voting_closed"]);
  });
});

describe("the winner's card", () => {
  test("carries the receipt with most hearts, and so do the awards and the trophy", async () => {
    const { ana, bo, cleo, close, squad, trip, wipeout, night, photo } = await newNight();
    for (const voter of [ana, bo, cleo]) await vote(voter, wipeout, bo);
    await attach(ana, wipeout, bo, { text: "A quiet one" });
    const best = idOf(await attach(cleo, wipeout, bo, { mediaId: photo }));
    const wrong = idOf(await attach(cleo, wipeout, ana, { text: "About somebody else" }));
    await bo.put(`/api/receipts/${best}/heart`);
    for (const person of [ana, bo, cleo]) await person.put(`/api/receipts/${wrong}/heart`);
    await close();
    const card = await playThrough(ana, night);
    expect(card).toMatchObject({ winners: [{ id: bo.id }], receipt: { text: null, photo: { id: photo } } });

    const awardsOf = async (person: TestPerson) =>
      rows((await person.get(`/api/trips/${trip}/awards`)).body["categories"]).map(({ receipt }) => receipt);
    expect(await awardsOf(bo)).toMatchObject([card["receipt"], null]);
    const [shelf] = rows((await cleo.get(`/api/squads/${squad}/trophies`)).body);
    expect(shelf).toMatchObject({ trophies: [{ category: { id: wipeout }, receipt: card["receipt"] }], open: [] });
    await cleo.delete(`/api/media/${photo}`);
    expect(await awardsOf(bo)).toEqual([null, null]);
    const replay = rows((await bo.get(`${night}/cards`)).body);
    expect(replay.find((one) => (one["rank"] as unknown) === 1)).toMatchObject({ receipt: null });
    await cleo.post(`/api/media/${photo}/restore`, {});
    expect(await awardsOf(bo)).toMatchObject([card["receipt"], null]);
    expect((await bo.delete(`/api/receipts/${best}`)).status).toBe(204);
    expect(await awardsOf(bo)).toEqual([null, null]);
  });

  test("skips a receipt whose photo is in the trash at the close", async () => {
    const { ana, bo, cleo, close, wipeout, night, photo } = await newNight();
    for (const voter of [ana, bo, cleo]) await vote(voter, wipeout, bo);
    const gone = idOf(await attach(ana, wipeout, bo, { mediaId: photo }));
    await bo.put(`/api/receipts/${gone}/heart`);
    await attach(ana, wipeout, bo, { text: "Still here" });
    await cleo.delete(`/api/media/${photo}`);
    await close();
    expect(await playThrough(ana, night)).toMatchObject({ receipt: { text: "Still here", photo: null } });
  });
});

test("a deleted account leaves texts and hearts nameless, and takes what is about it", async () => {
  const { ana, bo, cleo, wipeout, receiptsFor } = await newNight();
  await attach(cleo, wipeout, bo, { text: "From Cleo" });
  const heart = `/api/receipts/${idOf(await attach(ana, wipeout, bo, { text: "From Ana" }))}/heart`;
  await cleo.put(heart);
  await attach(ana, wipeout, cleo, { text: "About Cleo" });
  const gone = await cleo.delete("/api/account", { confirm: cleo.email, password: cleo.password });
  expect(gone.status).toBe(204);
  const left = (await receiptsFor(bo)).map(({ text, hearts, isMine }) => JSON.stringify([text, hearts, isMine]));
  expect(left.toSorted()).toEqual(['["From Ana",1,false]', '["From Cleo",0,false]']);
});
