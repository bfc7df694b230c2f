import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type TestApp, type TestPerson, openTestApp } from "../app.ts";
import { newTrip } from "../builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

async function addPhoto(who: TestPerson, trip: string, fileName: string) {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#0af" } })
    .jpeg()
    .toBuffer();
  const mediaURL = String((await who.post("/api/objects/upload")).body["uploadURL"]);
  const headers = { cookie: who.cookie, "content-type": "image/jpeg" };
  await swell.app.inject({ method: "PUT", url: mediaURL, headers, payload: bytes });
  return (await who.put(`/api/trips/${trip}/media`, { mediaURL, fileName })).body;
}

test("the live hints of a vote and a like name nobody", async () => {
  const { ana, bo, trip, categories } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  const told: LiveEvent[] = [];
  const leave = swell.parts.live.join({
    userId: ana.id,
    scopes: new Set([trip]),
    tell: (event) => void told.push(event),
    refresh: () => {},
  });
  const vote = `/api/categories/${categories[0]}/vote`;
  await ana.post(vote, { nomineeId: ana.id });
  await bo!.post(vote, { nomineeId: ana.id });
  const votes = () => told.filter(({ kind }) => kind === "vote").length;
  await vi.waitFor(() => expect(told.some(({ kind }) => kind === "revealed")).toBe(true), 5000);
  const before = votes();
  await bo!.post(vote, { nomineeId: bo!.id });
  await vi.waitFor(() => expect(votes()).toBeGreaterThan(before), 5000);
  const photo = await addPhoto(ana, trip, "wave.jpg");
  await vi.waitFor(() => expect(told.some(({ kind }) => kind === "media")).toBe(true), 5000);
  told.length = 0;
  await bo!.post(`/api/media/${photo["id"]}/like`);
  await vi.waitFor(() => expect(told.some(({ kind }) => kind === "media")).toBe(true), 5000);
  leave();
  expect(JSON.stringify(told)).not.toContain(bo!.id);
});

test("a visitor who downloads a public photo does not get its file name", async () => {
  const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const added = await addPhoto(ana, trip, 'Bo at home"\r\nSet-Cookie: session=x; a="/../../wave\u202e.jpg');
  expect(added["fileName"]).toBe("wave.jpg");
  const address = `/objects/${added["id"]}?download=1`;
  const mine = await ana.get(address);
  expect(mine.headers["content-disposition"]).toBe(`attachment; filename="wave.jpg"; filename*=UTF-8''wave.jpg`);
  expect(mine.headers["set-cookie"]).toBeUndefined();
  const theirs = await swell.visitor.get(`${address}&size=thumb`);
  expect(theirs.status).toBe(200);
  expect(theirs.headers["content-disposition"]).toBe(`attachment; filename="photo.jpg"; filename*=UTF-8''photo.jpg`);
  expect((await swell.visitor.get(address)).status).toBe(403);
});
