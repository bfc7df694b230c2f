import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { openBlobs, blobEnvironment } from "../platform/blobs/open-blobs.ts";
import { newId } from "../platform/db/id.ts";
import { type Child, openChild } from "./processes/child.ts";
import { heic } from "./fixtures/heic.ts";
import { jpeg, stored } from "./fixtures/pictures.ts";
import { memoryOf } from "./photos/limits.ts";
import type { RenderTask, Rendered } from "./renditions/render.ts";
import { isPermanent } from "./renditions/rendition-jobs.ts";
import type { PlaybackTask, PlaybackResult } from "./renditions/playback-version.ts";
import type { SourceKind } from "./processes/source-kind.ts";

// Renditions are made at the lowest priority.
vi.setConfig({ testTimeout: 120_000 });
const megabyte = 1024 * 1024;
const module = path.join(import.meta.dirname, "worker.ts");
let dir: string;
let blobs: Blobs;
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-memory-"));
  blobs = openBlobs({ dataDir: dir });
});
afterAll(() => rmSync(dir, { recursive: true }));

let child: Pick<Child<never, unknown>, "stop">;
afterEach(() => child.stop(0));

function start<Task, Answer>(role: string, memoryBytes: number, ffmpeg: string | null = null): Child<Task, Answer> {
  const started = openChild<Task, Answer>({
    module,
    args: [role, JSON.stringify({ ffmpeg, scratch: path.join(dir, "films") })],
    env: blobEnvironment({ dataDir: dir }),
    atOnce: 1,
    idleMs: 60_000,
    memoryBytes,
  });
  child = started;
  return started;
}

async function keep(bytes: Buffer): Promise<string> {
  const id = newId();
  await blobs.put(`${id}/original`, bytes);
  return id;
}

const task = (id: string, source: SourceKind): RenderTask => ({
  id,
  source,
  sizes: ["thumb"],
  type: "image/jpeg",
  isAnimated: false,
  hash: true,
});
const patient = { deadlineMs: 100_000 };

/** An interlaced PNG, which a decoder has to hold in memory completely. */
const interlaced = () =>
  sharp({ create: { width: 5000, height: 5000, channels: 4, background: "#0c08" } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
/** A HEIC of 48 MB, which the decoder holds in memory completely. */
const longHeic = () => {
  const rest = Buffer.alloc(48 * megabyte);
  rest.writeUInt32BE(rest.length);
  return Buffer.concat([heic(), rest.fill("free", 4, 8)]);
};

// Other kernels do not enforce the limit.
describe.runIf(process.platform === "linux")("a process that exceeds its memory limit", () => {
  describe.each<[string, SourceKind, () => Buffer | Promise<Buffer>, () => Buffer | Promise<Buffer>, string[]]>([
    ["over a picture", "picture", interlaced, () => jpeg(), []],
    ["over a HEIC", "heic", longHeic, () => heic(), ["long"]],
  ])("%s", (_what, source, large, small, tags) => {
    test("fails, and the production limit is enough for the same file", { tags }, async () => {
      const [big, ordinary] = [await keep(await large()), await keep(await small())];
      const tight = start<RenderTask, Rendered>("render", 96 * megabyte);
      // Either an allocation fails, or the process dies.
      const fault: unknown = await tight.run(task(big, source), patient).catch((error: unknown) => error);
      expect(fault).toMatchObject({ kind: expect.stringMatching(/^(refused|died)$/) as string });
      // It says nothing about the file, so the job is retried.
      expect(isPermanent({ isLast: false, isRetry: false }, fault)).toBe(false);
      expect(await tight.run(task(ordinary, source), patient)).toMatchObject({
        placeholder: expect.any(String) as string,
      });
      await tight.stop(0);
      const usual = start<RenderTask, Rendered>("render", source === "heic" ? memoryOf.renderHeavy : memoryOf.render);
      expect(await usual.run(task(big, source), patient)).toMatchObject({ placeholder: expect.any(String) as string });
    });
  });

  test("in ffmpeg fails that video only", { tags: "long" }, async () => {
    const program = path.join(dir, "hungry");
    const log = path.join(dir, "peak");
    // `tail` keeps reading until the end of a line, which never comes.
    const eat = `tail /dev/zero & eater=$!
while kill -0 $eater 2>/dev/null; do awk '/VmHWM/{print $2}' /proc/$eater/status >>${log} 2>/dev/null; sleep 0.05; done
wait $eater`;
    writeFileSync(program, `#!/bin/sh\n${eat}\n`, { mode: 0o700 });
    const [turned, wave] = [await keep(stored("videos/turned.mov")), await keep(stored("videos/wave.mp4"))];
    const player = start<PlaybackTask, PlaybackResult>("play", memoryOf.play, program);
    await expect(player.run({ id: turned, original: turned, span: null }, patient)).rejects.toMatchObject({
      kind: "refused",
    });
    const peaks = readFileSync(log, "utf8").trim().split("\n").map(Number);
    expect(Math.max(...peaks) * 1024).toBeGreaterThan(100 * megabyte);
    expect(Math.max(...peaks) * 1024).toBeLessThan(memoryOf.play + 700 * megabyte);
    expect(await player.run({ id: wave, original: wave, span: null }, patient)).toMatchObject({ playback: "ready" });
  });
});
