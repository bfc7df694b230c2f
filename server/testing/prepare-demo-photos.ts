import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "../media/inspect/inspect.ts";
import { limitConcurrency } from "../media/processes/limit-concurrency.ts";
import { render } from "../media/renditions/render.ts";
import { type PhotoFacts, photosDir } from "../pages/demo/photo-files.ts";
import { diskBlobs } from "../platform/blobs/disk.ts";
import { newId } from "../platform/db/id.ts";

const dir = fileURLToPath(photosDir);

/** What the server makes of a photo of the demo when somebody uploads it. */
export async function preparePhoto(name: string): Promise<PhotoFacts & { readonly thumb: Buffer }> {
  const file = path.join(dir, `${name}.jpg`);
  const found = await inspect(file);
  if ("code" in found) throw new Error(`${file}: ${found.key}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-demo-"));
  try {
    const [blobs, id] = [diskBlobs(folder), newId()];
    await blobs.put(`${id}/original`, await readFile(file));
    const { placeholder } = await render(
      { blobs, pixels: limitConcurrency(1), ffmpeg: null },
      { id, sizes: ["thumb"], type: "image/jpeg", source: "picture", isAnimated: false, hash: true },
    );
    const thumb = await blobs.open(`${id}/thumb`);
    return { found, placeholder: placeholder!, thumb: thumb!.body as Buffer };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Run this after a change of a photo: `node server/testing/prepare-demo-photos.ts` writes the thumbs and the facts of all.
if (import.meta.main) {
  const names = (await readdir(dir)).filter((file) => /^[a-z-]+\.jpg$/.test(file)).map((file) => file.slice(0, -4));
  const facts: Record<string, PhotoFacts> = {};
  for (const name of names.toSorted()) {
    const { found, placeholder, thumb } = await preparePhoto(name);
    await writeFile(path.join(dir, `${name}.thumb.jpg`), thumb);
    facts[name] = { found, placeholder };
  }
  await writeFile(path.join(dir, "facts.json"), `${JSON.stringify(facts, null, 2)}\n`);
}
