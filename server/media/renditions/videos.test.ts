import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add, open } from "../fixtures/uploading.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
let ana: TestPerson;
let album: string;
let squad: string;
// A machine without ffmpeg.
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "/nowhere/ffmpeg" });
  const made = await newTrip(swell, { crew: ["ana"] });
  ({ ana, squad } = made);
  album = `/api/trips/${made.trip}`;
});
afterAll(() => swell.close());

/** Adds files, and returns their items in the same order once all are prepared. */
async function addAll(...files: Buffer[]) {
  const ids: string[] = [];
  for (const bytes of files)
    ids.push(String((await add(swell, ana, album, bytes, { fileName: "wave.mp4" })).body["id"]));
  const items = await settledVideos(ana, album);
  return ids.map((id) => ({ id, item: items.find((item) => String(item["id"]) === id)!, path: `/objects/${id}` }));
}

/** The video with a valid structure and undecodable frames. */
function corrupted(video: Buffer): Buffer {
  const bytes = Buffer.from(video);
  const start = bytes.indexOf("mdat") + 4;
  return bytes.fill(0xa5, start, start - 8 + bytes.readUInt32BE(start - 8));
}

test("without ffmpeg, videos that need transcoding do not play but keep their original", async () => {
  const [wave, turned] = await addAll(stored("videos/wave.mp4"), stored("videos/turned.mov"));
  expect(wave!.item).toMatchObject({ state: "ready", playback: "ready", durationMs: 3000, width: 320, height: 180 });
  const video = await open(swell, ana, `${wave!.path}?size=video`);
  expect(video).toMatchObject({ status: 200, headers: { "content-type": "video/mp4", "accept-ranges": "bytes" } });
  expect(video.bytes.indexOf("moov")).toBeLessThan(video.bytes.indexOf("mdat"));
  expect(video.bytes.includes("loci")).toBe(false);

  expect(turned!.item).toMatchObject({ state: "ready", playback: "unavailable", width: 180, height: 320 });
  expect((await open(swell, ana, `${turned!.path}?size=video`)).status).toBe(404);
  expect((await open(swell, ana, `${turned!.path}?size=thumb`)).status).toBe(200);
  const original = await open(swell, ana, `${turned!.path}?download=1`);
  expect(original.bytes.equals(stored("videos/turned.mov"))).toBe(true);
  expect(original.headers["content-disposition"]).toContain("wave.mov");
});

test("a playback version answers ranges, with safe headers", async () => {
  const [wave] = await addAll(Buffer.concat([stored("videos/wave.mp4"), Buffer.from("\0\0\0\x0efreeranges")]));
  const whole = await open(swell, ana, `${wave!.path}?size=video`);
  expect(whole.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=604800, immutable",
  });
  const part = await open(swell, ana, `${wave!.path}?size=video`, { range: "bytes=100-1099" });
  expect(part).toMatchObject({ status: 206, headers: { "content-range": `bytes 100-1099/${whole.bytes.length}` } });
  expect(part.bytes.equals(whole.bytes.subarray(100, 1100))).toBe(true);
  const end = await open(swell, ana, `${wave!.path}?size=video`, { range: "bytes=-10" });
  expect(end.bytes.equals(whole.bytes.subarray(-10))).toBe(true);
  const beyond = await open(swell, ana, `${wave!.path}?size=video`, { range: `bytes=${whole.bytes.length}-` });
  expect(beyond.status).toBe(416);
});

test("strangers play videos of public squads, and get neither original nor location", async () => {
  const [wave] = await addAll(Buffer.concat([stored("videos/wave.mp4"), Buffer.from("\0\0\0\x0efreepublic")]));
  const stranger = await swell.person("cleo");
  const statuses = async () => [
    (await open(swell, swell.visitor, `${wave!.path}?size=video`)).status,
    (await open(swell, stranger, `${wave!.path}?size=video`)).status,
    (await open(swell, stranger, wave!.path)).status,
    (await stranger.get(`/api/media/${wave!.id}/place`)).status,
  ];
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  expect(await statuses()).toEqual([200, 200, 403, 403]);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: false });
});

test("an undecodable photo is marked as failed, keeps its original and blocks no other", async () => {
  const junk = Buffer.from(stored("quarters.heic"));
  junk.fill(0x5a, junk.length - 300);
  const [heic, photo] = await addAll(junk, await jpeg());
  expect(heic!.item).toMatchObject({ state: "failed" });
  expect((await open(swell, ana, heic!.path)).bytes.equals(junk)).toBe(true);
  expect(photo!.item).toMatchObject({ state: "ready" });
  // Its packets are only repackaged, not decoded.
  const [video] = await addAll(corrupted(stored("videos/wave.mp4")));
  expect(video!.item).toMatchObject({ state: "ready" });
});

test("a deleted video leaves no file behind", async () => {
  const [wave] = await addAll(Buffer.concat([stored("videos/wave.mp4"), Buffer.from("\0\0\0\x0efreedelete")]));
  const blobs = path.join(swell.parts.config.dataDir, "blobs");
  const files = () => readdirSync(blobs, { recursive: true }).filter((name) => String(name).includes(wave!.id));
  expect(files().some((name) => String(name).endsWith(".video"))).toBe(true);
  await ana.delete(`/api/media/${wave!.id}`);
  await ana.delete(`/api/media/${wave!.id}/trash`);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});
