import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import sharp from "sharp";
import { sheet } from "./uploading.ts";

/** A zip for a file picker, with these files by their paths. */
export async function zipOf(name: string, files: Readonly<Record<string, Buffer | string>>) {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, bytes] of Object.entries(files))
    await writer.add(path, typeof bytes === "string" ? new TextReader(bytes) : new Uint8ArrayReader(bytes));
  return { name, mimeType: "application/zip", buffer: Buffer.from(await (await writer.close()).arrayBuffer()) };
}

/** A photo of noise, about as large as given, which no compression shrinks. */
export async function noisyPhoto(kilobytes: number): Promise<Buffer> {
  const width = 500;
  const height = Math.ceil((kilobytes * 1000) / width / 3);
  const noise = randomBytes(width * height * 3);
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** The note of a Takeout beside a photo. */
export const noteOf = (title: string, takenAt: string, description = ""): string =>
  JSON.stringify({
    title,
    description,
    photoTakenTime: { timestamp: String(Date.parse(takenAt) / 1000), formatted: takenAt },
    geoData: { latitude: 38.98, longitude: -9.42, altitude: 0 },
  });

/** Opens the sheet by the gallery's menu, and picks zips there. */
export async function pickZips(page: Page, zips: Awaited<ReturnType<typeof zipOf>>[]): Promise<void> {
  await page.getByRole("button", { name: "More for this gallery" }).click();
  await page.getByRole("menuitem", { name: "From a Zip" }).click();
  const picker = page.waitForEvent("filechooser");
  await sheet(page).getByRole("button", { name: "From a Zip" }).click();
  await (await picker).setFiles(zips);
}
