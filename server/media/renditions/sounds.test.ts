import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { diskBlobs } from "../../platform/blobs/disk.ts";
import { newId } from "../../platform/db/id.ts";
import { stored } from "../fixtures/pictures.ts";
import { openFootage, readFootage } from "./footage.ts";
import { makePlayable } from "./playable.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-sounds-"));
afterAll(() => rmSync(dir, { recursive: true }));
const blobs = diskBlobs(path.join(dir, "blobs"));

/** Half a second of H.264 with these sounds, one after the other. */
function filmWith(pixels: string, ...sounds: readonly string[]): Buffer {
  const file = path.join(dir, "film.mov");
  const inputs = "-f lavfi -i testsrc=s=64x64:r=10:d=0.5 -f lavfi -i sine=d=0.5";
  const tracks = sounds.map((sound, i) => `-map 1:a -c:a:${i} ${sound} -disposition:a:${i} default`).join(" ");
  const args = `-y -loglevel error ${inputs} -map 0:v -c:v libx264 -pix_fmt ${pixels} ${tracks} ${file}`;
  const { status, stderr } = spawnSync("ffmpeg", args.split(" "), { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return readFileSync(file);
}

/** The film as if one of its codings had a name that nobody knows. */
function renamed(film: Buffer, coding: string): Buffer {
  const described = film.indexOf(coding, film.indexOf("soun"), "latin1");
  expect(described).toBeGreaterThan(0);
  film.write("zzzz", described, "latin1");
  // What would tell it all the same.
  const details = film.indexOf("esds", described, "latin1");
  if (coding === "mp4a") film.write("free", details, "latin1");
  return film;
}

const program = hasFfmpeg ? "ffmpeg" : null;

/** What becomes of a film, and the codings of the sounds in what is played. */
async function played(film: Buffer, ffmpeg = program) {
  const id = newId();
  await blobs.put(`${id}/original`, film);
  const { playback } = await makePlayable(blobs, ffmpeg, { id, original: id, span: null });
  const sounds = await blobs.withFile(`${id}/video`, async (file) => {
    const input = openFootage(file, null);
    const tracks = await input.getAudioTracks();
    return Promise.all(tracks.map((track) => track.getCodec())).finally(() => input.dispose());
  });
  return { playback, sounds };
}

test("a film whose sound nobody here knows is not played without it", async () => {
  expect(await played(stored("films/wave.mp4"), null)).toEqual({ playback: "ready", sounds: ["aac"] });
  expect(await played(renamed(stored("films/wave.mp4"), "mp4a"), null)).toEqual({
    playback: "unavailable",
    sounds: null,
  });
});

test.skipIf(!hasFfmpeg).each(["alac", "adpcm_ima_qt", "pcm_s16le"])(
  "a film that browsers could show but not hear is made anew (%s)",
  async (coding) => {
    expect(await played(filmWith("yuv420p", coding))).toEqual({ playback: "ready", sounds: ["aac"] });
  },
);

test.skipIf(!hasFfmpeg).each([
  ["as it is", "yuv420p"],
  ["when it is made anew", "yuv444p"],
])("of two sounds the one that browsers know is heard, though another comes first: %s", async (_, pixels) => {
  const film = renamed(filmWith(pixels, "alac", "aac"), "alac");
  expect(await played(film)).toEqual({ playback: "ready", sounds: ["aac"] });
});

test("a silent film is played as it is", async () => {
  const silent = stored("films/wave.mp4");
  silent.write("free", silent.lastIndexOf("trak"), "latin1");
  const file = path.join(dir, "silent.mp4");
  writeFileSync(file, silent);
  const input = openFootage(file, null);
  expect(await readFootage(input, silent.length).finally(() => input.dispose())).toMatchObject({
    sound: null,
    isPlayable: true,
  });
});
