import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, addressFor, put, settled } from "../../media/fixtures/uploading.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

type Colour = readonly [red: number, green: number, blue: number];
const ofFace: Colour = [255, 0, 255];
const ofProof: Colour = [0, 255, 0];

const photoOf = ([r, g, b]: Colour) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();

/** Whether a picture has more than specks of a colour that no sky and no paper has. */
async function has(picture: Buffer, colour: Colour): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (colour.every((value, channel) => Math.abs(data[at + channel]! - value) < 60)) count++;
  return count > (info.width * info.height) / 200;
}

/** A night that is over. Bo, who has a face, won its award, and a photo proves it. */
async function nightWithPhotos() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wipeout"] });
  const { ana, trip } = made;
  const [bo, cleo, category] = [made.bo!, made.cleo!, made.categories[0]!];
  const address = await addressFor(bo);
  await put(swell, bo, address, await photoOf(ofFace));
  const face = await bo.put("/api/profile-images", { profileImageURL: address, fileName: "face.jpg" });
  const profileImageUrl = String(face.body["objectPath"]);
  expect((await bo.patch("/api/auth/user", { profileImageUrl })).status).toBe(200);
  await add(swell, cleo, `/api/trips/${trip}`, await photoOf(ofProof));
  const [photo] = await settled(cleo, `/api/trips/${trip}`);
  const proof = String(photo!["id"]);

  const night = `/api/trips/${trip}/night`;
  await ana.post(night, { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" });
  const attached = await ana.post(`/api/categories/${category}/receipts`, { nomineeId: bo.id, mediaId: proof });
  expect(attached.status).toBe(201);
  for (const voter of [ana, bo, cleo]) await voter.post(`/api/categories/${category}/vote`, { nomineeId: bo.id });
  expect((await ana.post(`${night}/close`, {})).status).toBe(200);
  await ana.post(`${night}/start`, {});
  let isLast = false;
  for (let position = 0; !isLast; position++) {
    const { body, status } = await ana.post(`${night}/next`, { position });
    expect(status).toBe(200);
    isLast = Boolean(body["isLast"]);
  }

  const fetchAs = async (person: TestPerson, what: string) => {
    const url = `${night}/pictures/${what}?size=preview`;
    return swell.app.inject({ url, headers: { cookie: person.cookie } });
  };
  /** Which photos are on the winner's picture and on the medal table, for Cleo. */
  const shown = async () => {
    const [winner, medals] = [await fetchAs(cleo, category), await fetchAs(cleo, "medals")];
    expect([winner.statusCode, medals.statusCode]).toEqual([200, 200]);
    return {
      face: await has(winner.rawPayload, ofFace),
      proof: await has(winner.rawPayload, ofProof),
      faceOfMedals: await has(medals.rawPayload, ofFace),
    };
  };
  return { ...made, bo, cleo, category, proof, night, fetchAs, shown };
}

// Only pictures that a real process draws of real photos show what leaves the squad; it takes seconds to start.
test("faces and proofs are on pictures as long as the squad shows them", { timeout: 120_000 }, async () => {
  const { ana, bo, cleo, squad, proof, shown } = await nightWithPhotos();
  const all = { face: true, proof: true, faceOfMedals: true };
  expect(await shown()).toEqual(all);

  const off = { name: "Dawn Patrol", showsFaces: false };
  expect((await bo.put(`/api/squads/${squad}`, off)).status).toBe(403);
  expect((await ana.put(`/api/squads/${squad}`, off)).status).toBe(200);
  const switchOf = async (person: TestPerson) => {
    const { body } = await person.get(`/api/squads/${squad}`);
    return body["squad"]!["showsFaces"];
  };
  expect([await switchOf(ana), await switchOf(cleo)]).toEqual([false, null]);
  expect(await shown()).toEqual({ face: false, proof: false, faceOfMedals: false });

  expect((await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", showsFaces: true })).status).toBe(200);
  expect(await switchOf(ana)).toBe(true);
  expect(await shown()).toEqual(all);
  expect((await cleo.delete(`/api/media/${proof}`)).status).toBe(204);
  expect(await shown()).toEqual({ ...all, proof: false });
  await bo.patch("/api/auth/user", { profileImageUrl: null });
  expect(await shown()).toEqual({ face: false, proof: false, faceOfMedals: false });
});

test("strangers get no picture, though they may watch the replay of a public squad", { timeout: 60_000 }, async () => {
  const { ana, squad, category, night, fetchAs } = await nightWithPhotos();
  const stranger = await swell.person("dora");
  expect((await fetchAs(stranger, category)).statusCode).toBe(404);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  expect((await stranger.get(`${night}/cards`)).status).toBe(200);
  expect((await fetchAs(stranger, category)).statusCode).toBe(403);
  expect((await swell.app.inject({ url: `${night}/pictures/medals` })).statusCode).toBe(401);
});
