import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { diskBlobs } from "../../platform/blobs/disk.ts";
import { newId } from "../../platform/db/id.ts";
import { stored } from "../fixtures/pictures.ts";
import { openVideo, readVideoFacts } from "./video-facts.ts";
import { makePlaybackVersion } from "./playback-version.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-sounds-"));
afterAll(() => rmSync(dir, { recursive: true }));
const blobs = diskBlobs(path.join(dir, "blobs"));

/** Half a second of H.264 with these audio tracks, in this order. */
function videoWith(pixels: string, ...sounds: readonly string[]): Buffer {
  const file = path.join(dir, "video.mov");
  const inputs = "-f lavfi -i testsrc=s=64x64:r=10:d=0.5 -f lavfi -i sine=d=0.5";
  const tracks = sounds.map((sound, i) => `-map 1:a -c:a:${i} ${sound} -disposition:a:${i} default`).join(" ");
  const args = `-y -loglevel error ${inputs} -map 0:v -c:v libx264 -pix_fmt ${pixels} ${tracks} ${file}`;
  const { status, stderr } = spawnSync("ffmpeg", args.split(" "), { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return readFileSync(file);
}

/** The video with an unknown name for this codec. */
function withoutCodec(video: Buffer, codec: string): Buffer {
  const described = video.indexOf(codec, video.indexOf("soun"), "latin1");
  expect(described).toBeGreaterThan(0);
  video.write("zzzz", described, "latin1");
  // This box would still reveal the codec.
  const details = video.indexOf("esds", described, "latin1");
  if (codec === "mp4a") video.write("free", details, "latin1");
  return video;
}

const program = hasFfmpeg ? "ffmpeg" : null;

/** The playback state of a video, and the audio codecs of its playback version. */
async function played(video: Buffer, ffmpeg = program) {
  const id = newId();
  await blobs.put(`${id}/original`, video);
  const { playback } = await makePlaybackVersion(blobs, { ffmpeg, scratch: dir }, { id, original: id, span: null });
  const sounds = await blobs.withFile(`${id}/video`, async (file) => {
    const input = openVideo(file, null);
    const tracks = await input.getAudioTracks();
    return Promise.all(tracks.map((track) => track.getCodec())).finally(() => input.dispose());
  });
  return { playback, sounds };
}

test("a video with an unknown audio codec is not played silently", async () => {
  expect(await played(stored("videos/wave.mp4"), null)).toEqual({ playback: "ready", sounds: ["aac"] });
  expect(await played(withoutCodec(stored("videos/wave.mp4"), "mp4a"), null)).toEqual({
    playback: "unavailable",
    sounds: null,
  });
});

test.skipIf(!hasFfmpeg).each(["alac", "adpcm_ima_qt", "pcm_s16le"])(
  "a video with audio that browsers do not play is transcoded (%s)",
  async (codec) => {
    expect(await played(videoWith("yuv420p", codec))).toEqual({ playback: "ready", sounds: ["aac"] });
  },
);

test.skipIf(!hasFfmpeg).each([
  ["repackaged", "yuv420p"],
  ["transcoded", "yuv444p"],
])("of two audio tracks the AAC one is kept, also when it comes second: %s", async (_, pixels) => {
  const video = withoutCodec(videoWith(pixels, "alac", "aac"), "alac");
  expect(await played(video)).toEqual({ playback: "ready", sounds: ["aac"] });
});

test("a video without sound needs no transcoding", async () => {
  const silent = stored("videos/wave.mp4");
  silent.write("free", silent.lastIndexOf("trak"), "latin1");
  const file = path.join(dir, "silent.mp4");
  writeFileSync(file, silent);
  const input = openVideo(file, null);
  expect(await readVideoFacts(input, file, null).finally(() => input.dispose())).toMatchObject({
    sound: null,
    isPlayable: true,
  });
});
