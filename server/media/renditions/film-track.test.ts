import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { quartersOf, stored } from "../fixtures/pictures.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { add, open } from "../fixtures/uploading.ts";
import { stillOf } from "./ffmpeg.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-tracks-"));

const film = new URL("../fixtures/videos/wave.mp4", import.meta.url).pathname;

/** A file that ffmpeg makes of a green track of this size and this many seconds, and of the film. */
function made(ending: string, [size, seconds]: readonly [string, number], options: string): Buffer {
  const file = path.join(dir, `made.${ending}`);
  const green = `-f lavfi -i color=lime:r=10:s=${size}:d=${seconds}`;
  const args = `-y -loglevel error ${green} -i ${film} ${options} -pix_fmt yuv420p ${file}`;
  const { status, stderr } = spawnSync("ffmpeg", args.split(" "), { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return readFileSync(file);
}

/** The video with all its tracks switched off. */
function switchedOff(video: Buffer): Buffer {
  for (let at = video.indexOf("tkhd"); at >= 0; at = video.indexOf("tkhd", at + 1)) video[at + 7]! &= ~1;
  return video;
}

const still = "-map 0:v -map 1 -c:v:0 mjpeg";
const files: Readonly<Record<string, () => Buffer>> = {
  "a still before the film": () => made("mov", ["160x90", 0.1], `${still} -c:v:1 copy -c:a copy`),
  "a still before a film in HEVC": () =>
    made("mov", ["160x90", 0.1], `${still} -c:v:1 libx265 -x265-params log-level=none -tag:v:1 hvc1`),
  "a large still before the film": () => made("mov", ["640x360", 0.1], `${still} -c:v:1 libx264`),
  "a track that is switched off before the film": () =>
    made("mp4", ["640x360", 3], "-map 0:v -map 1 -disposition:v:0 0 -disposition:v:1 default"),
  "a smaller film first": () =>
    made("mp4", ["160x90", 3], "-map 0:v -map 1 -disposition:v:0 default -disposition:v:1 default"),
  "a map of depths after the film": () =>
    made("mov", ["320x180", 3], "-map 1 -map 0:v -disposition:v:0 default -disposition:v:1 default"),
  "a cover picture": () => made("mp4", ["640x360", 0.1], "-map 1 -map 0:v -c:v:1 png -disposition:v:1 attached_pic"),
  "a small track first in a WebM": () => made("webm", ["160x90", 3], "-map 0:v -map 1:v -c:v libvpx-vp9 -cpu-used 8"),
  "tracks that are all switched off": () => switchedOff(stored("videos/wave.mp4")),
};

describe.skipIf(!hasFfmpeg)("the track that is the film is shown, played and measured:", () => {
  let swell: TestApp;
  let ana: TestPerson;
  let items: readonly Body[];
  beforeAll(async () => {
    swell = await openTestApp();
    const trip = await newTrip(swell, { crew: ["ana"] });
    ana = trip.ana;
    const album = `/api/trips/${trip.trip}`;
    for (const [caption, make] of Object.entries(files))
      expect((await add(swell, ana, album, make(), { caption })).status).toBe(201);
    items = await settledVideos(ana, album);
  }, 240_000);
  afterAll(() => swell.close());

  test.each(Object.keys(files))("with %s", async (name) => {
    const item = items.find(({ caption }) => String(caption) === name)!;
    expect(item).toMatchObject({ state: "ready", playback: "ready", width: 320 });
    const address = `/objects/${String(item["id"])}`;
    const poster = await quartersOf((await open(swell, ana, `${address}?size=large`)).bytes);
    const video = path.join(dir, "played.mp4");
    writeFileSync(video, (await open(swell, ana, `${address}?size=video`)).bytes);
    const size = { width: 320, height: Number(item["height"]), isHdr: false, durationMs: Number(item["durationMs"]) };
    const played = await quartersOf(await stillOf("ffmpeg", video, size));
    expect([poster, played]).toEqual(["rgby", "rgby"]);
  });
});

afterAll(() => rmSync(dir, { recursive: true }));
