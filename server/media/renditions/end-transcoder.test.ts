import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { stored } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 });
let swell: TestApp;
let dir: string;
/** A number of seconds by which `ps` finds the program. */
const seconds = `86400.${process.pid}`;
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-transcoder-"));
  const program = path.join(dir, "ffmpeg");
  // It makes no stills, and transcodes for ever.
  writeFileSync(program, `#!/bin/sh\ncase "$*" in *image2pipe*) exit 1;; esac\nexec sleep ${seconds}\n`, {
    mode: 0o700,
  });
  swell = await openTestApp({ FFMPEG: program });
});
afterAll(async () => {
  await swell.close();
  rmSync(dir, { recursive: true });
});

const waiting = { timeout: 100_000, interval: 100 };
const isTranscoding = () => spawnSync("pgrep", ["-f", `^sleep ${seconds}`]).status === 0;
const begins = () => vi.waitFor(() => expect(isTranscoding()).toBe(true), waiting);
const ends = () => vi.waitFor(() => expect(isTranscoding()).toBe(false), waiting);

// It takes seconds, because only real processes show that none is left.
test("deleting a video ends its transcoder, and restoring it starts one again", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, stored("videos/turned.mov"));
  const video = `/api/media/${String(body["id"])}`;
  await begins();
  expect((await ana.delete(video)).status).toBe(204);
  await ends();

  expect((await ana.post(`${video}/restore`)).status).toBe(204);
  await begins();
  await ana.delete(video);
  await ana.delete(`${video}/trash`);
  await ends();
});
