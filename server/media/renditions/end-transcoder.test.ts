import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
let pidFile: string;
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-transcoder-"));
  pidFile = path.join(dir, "pid");
  const program = path.join(dir, "ffmpeg");
  // It makes no stills, and transcodes for ever.
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *image2pipe*) exit 1;; esac\necho $$ >${pidFile}.new\nmv ${pidFile}.new ${pidFile}\nexec sleep 600\n`,
    { mode: 0o700 },
  );
  swell = await openTestApp({ FFMPEG: program });
});
afterAll(async () => {
  await swell.close();
  rmSync(dir, { recursive: true });
});

const waiting = { timeout: 100_000, interval: 100 };
const transcoder = async () => {
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), waiting);
  const pid = Number(readFileSync(pidFile, "utf8"));
  rmSync(pidFile);
  return pid;
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// It takes seconds, because only real processes show that none is left.
test("deleting a video ends its transcoder, and restoring it starts one again", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, stored("videos/turned.mov"));
  const video = `/api/media/${String(body["id"])}`;
  const first = await transcoder();
  expect(isAlive(first)).toBe(true);
  expect((await ana.delete(video)).status).toBe(204);
  await vi.waitFor(() => expect(isAlive(first)).toBe(false), waiting);

  expect((await ana.post(`${video}/restore`)).status).toBe(204);
  const second = await transcoder();
  await ana.delete(video);
  await ana.delete(`${video}/trash`);
  await vi.waitFor(() => expect(isAlive(second)).toBe(false), waiting);
});
