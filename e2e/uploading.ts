import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test as base } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Journeys on a server that accepts photos of up to 64 MB. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer({ MAX_IMAGE_BYTES: String(64 * 1024 * 1024) });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});

const megabyte = 1024 * 1024;

export const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });
/** The upload sheet, which shows chosen files before they are sent. */
export const sheet = (page: Page) => page.getByRole("dialog", { name: "Add Photos" });
export const startUpload = (page: Page) =>
  sheet(page)
    .getByRole("button", { name: /^Upload \d+ Files?$/ })
    .click();
type Files = Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0];
/** Chooses files for the gallery of the open page; they stand in the upload sheet then. */
export async function pick(page: Page, files: Files): Promise<void> {
  const picker = page.waitForEvent("filechooser");
  await page
    .getByRole("button", { name: /^Add (Photos|More)$/ })
    .first()
    .click();
  await (await picker).setFiles(files);
}
/** Chooses files for the gallery of the open page and starts their upload. */
export async function choose(page: Page, files: Files): Promise<void> {
  await pick(page, files);
  await startUpload(page);
}
/** The progress of the uploads in percent. Waits until the tray shows it. */
export const percent = async (page: Page) =>
  Number.parseInt(
    (await tray(page)
      .getByText(/^\d+%$/)
      .first()
      .innerText()) || "0",
    10,
  );
export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A photo of random noise, which no compression shrinks. */
export async function largePhoto(megabytes: number) {
  const [width, channels] = [3000, 3] as const;
  const height = Math.ceil((megabytes * 1_000_000) / width / channels);
  const noise = randomBytes(width * height * channels);
  const bytes = await sharp(noise, { raw: { width, height, channels } }).png({ compressionLevel: 0 }).toBuffer();
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), "swellmates-photo-")), "big wave.png");
  await writeFile(file, bytes);
  return { file, bytes, remove: () => rm(path.dirname(file), { recursive: true }) };
}

/** A playable video, filled up with noise to `megabytes`. */
export async function largeVideo(megabytes: number) {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), "swellmates-film-")), "big wave.mp4");
  const start = await readFile(new URL("../server/media/fixtures/videos/wave.mp4", import.meta.url));
  const hash = createHash("sha256");
  async function* parts() {
    const left = megabytes * megabyte - start.length;
    const head = Buffer.from("....free");
    head.writeUInt32BE(left);
    yield start;
    yield head;
    for (let noise = left - head.length; noise > 0; noise -= megabyte) yield randomBytes(Math.min(noise, megabyte));
  }
  await pipeline(
    parts,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(file),
  );
  return { file, sha256: hash.digest("hex"), remove: () => rm(path.dirname(file), { recursive: true }) };
}

/** Limits the upload bandwidth of a page. */
export async function throttle(page: Page, megabytesPerSecond: number) {
  const line = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    ...unlimited,
    uploadThroughput: megabytesPerSecond * megabyte,
  });
}

/** The SHA-256 of each original of the trip, sorted. */
export async function originals(page: Page, trip: string): Promise<string[]> {
  const items = (await (await page.request.get(`/api/trips/${trip}/media`)).json()) as { filePath: string }[];
  const cookies = await page.context().cookies();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const sums = items.map(async ({ filePath }) => {
    const { body } = await fetch(new URL(filePath, page.url()), { headers });
    const hash = createHash("sha256");
    for await (const piece of body!) hash.update(piece);
    return hash.digest("hex");
  });
  return (await Promise.all(sums)).toSorted();
}
