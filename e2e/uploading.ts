import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test as base } from "./fixtures.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Journeys on a server that takes photos of up to 64 MB. */
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

export const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });
/** Picks files for the gallery of the open page. */
export const choose = (page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.getByLabel("Photos to add").first().setInputFiles(files);
/** How far all uploads are; 0 when that is not told. */
export const percent = async (page: Page) =>
  Number.parseInt(
    (await tray(page)
      .getByText(/^\d+%$/)
      .first()
      .innerText()) || "0",
    10,
  );
export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A photo that no compression makes small, as a file. */
export async function largePhoto(megabytes: number) {
  const [width, channels] = [3000, 3] as const;
  const height = Math.ceil((megabytes * 1_000_000) / width / channels);
  const noise = randomBytes(width * height * channels);
  const bytes = await sharp(noise, { raw: { width, height, channels } }).png({ compressionLevel: 0 }).toBuffer();
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), "swellmates-photo-")), "big wave.png");
  await writeFile(file, bytes);
  return { file, bytes, remove: () => rm(path.dirname(file), { recursive: true }) };
}

/** A line that carries so much up. */
export async function throttle(page: Page, megabytesPerSecond: number) {
  const line = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    ...unlimited,
    uploadThroughput: megabytesPerSecond * 1024 * 1024,
  });
}

/** The SHA-256 of each original that the trip has. */
export async function originals(page: Page, trip: string): Promise<string[]> {
  const items = (await (await page.request.get(`/api/trips/${trip}/media`)).json()) as { filePath: string }[];
  const bodies = await Promise.all(items.map(async ({ filePath }) => (await page.request.get(filePath)).body()));
  return bodies.map(sha256).toSorted();
}
