import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

async function highlightsOf(person: TestPerson, viewer: TestPerson) {
  const { status, body } = await viewer.get(`/api/users/${person.id}/highlights`);
  const idsOf = (list: unknown) => (list as Body[]).map((one) => String(one["id"]));
  return status === 200
    ? { photos: idsOf(body["photos"]), trips: idsOf(body["trips"]), tripCount: body["tripCount"] }
    : { status };
}

test("a profile shows the most liked photos, and the trips of both", async () => {
  const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const place = { squadId: squad, tripId: trip, uploaderId: bo!.id };
  const few = await addLikedPhoto(swell, place, 1);
  const many = await addLikedPhoto(swell, place, 3, { caption: "First set" });
  const ofSquad = await addLikedPhoto(swell, { ...place, tripId: null }, 2);
  await addLikedPhoto(swell, place, 0);
  await addLikedPhoto(swell, place, 9, { state: "failed" });
  await addLikedPhoto(swell, place, 9, { file_type: "video/mp4" });
  await addLikedPhoto(swell, place, 9, { purpose: "trash", trashed_at: new Date() });
  await addLikedPhoto(swell, { ...place, uploaderId: ana.id }, 9);
  expect(await highlightsOf(bo!, ana)).toEqual({ photos: [many, ofSquad, few], trips: [trip], tripCount: 1 });
  const { body } = await ana.get(`/api/users/${bo!.id}/highlights`);
  expect((body["photos"] as unknown as Body[])[0]).toEqual({
    id: many,
    filePath: `/objects/${many}`,
    caption: "First set",
    likes: 3,
    width: 600,
    height: 400,
    placeholder: null,
    uploader: { id: bo!.id, firstName: "Bo", lastName: "Berg", profileImageUrl: null },
    trip: { id: trip, name: "Ericeira ’26" },
    squadId: squad,
  });
});

test("photos of hidden trips stay hidden, also from former members", async () => {
  const shared = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  const other = await newTrip(swell, { crew: ["dora"] });
  const [ana, bo, cleo] = [shared.ana, shared.bo!, shared.cleo!];
  const { dora, invite } = { dora: other.ana, invite: await other.inviteOf() };
  await bo.post(`/api/trips/${other.squad}/join`, { invite });
  const here = await addLikedPhoto(swell, { squadId: shared.squad, tripId: shared.trip, uploaderId: bo.id }, 1);
  const there = await addLikedPhoto(swell, { squadId: other.squad, tripId: other.trip, uploaderId: bo.id }, 2);
  expect(await highlightsOf(bo, bo)).toMatchObject({ photos: [there, here] });
  expect(await highlightsOf(bo, ana)).toMatchObject({ photos: [here], tripCount: 1 });
  expect(await highlightsOf(bo, dora)).toMatchObject({ photos: [there] });

  await dora.put(`/api/squads/${other.squad}`, { name: "Other", isPublic: true });
  expect(await highlightsOf(bo, ana)).toMatchObject({ photos: [there, here] });
  await dora.put(`/api/squads/${other.squad}`, { name: "Other", isPublic: false });

  await cleo.post(`/api/squads/${shared.squad}/leave`, {});
  expect(await highlightsOf(bo, cleo)).toEqual({ status: 404 });
  const zoe = await swell.person("zoe");
  expect(await highlightsOf(bo, zoe)).toEqual({ status: 404 });
  // Bo leaves: the photo stays with the squad, and still shows who took it to those who know Bo.
  await bo.post(`/api/squads/${shared.squad}/leave`, {});
  expect(await highlightsOf(bo, ana)).toEqual({ status: 404 });
  expect(await highlightsOf(bo, bo)).toMatchObject({ photos: [there] });
});
