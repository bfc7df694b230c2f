import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { limitConcurrency } from "../../server/media/processes/limit-concurrency.ts";
import { render } from "../../server/media/renditions/render.ts";
import { photosDir } from "../../server/pages/demo/photo-files.ts";
import { diskBlobs } from "../../server/platform/blobs/disk.ts";
import { newId } from "../../server/platform/db/id.ts";
import { type DrawnLook, fileOf, listOf, variants } from "./looks.ts";
import { scenes } from "./scenes.ts";

/** sharp decodes this many pictures at a time, so that both cores of a small machine work. */
const limit = limitConcurrency(2);

async function draw(folder: string, scene: string, variant: number, n: number): Promise<DrawnLook> {
  const { isMirrored, tint } = variants[variant]!;
  const source = sharp(fileURLToPath(new URL(`${scene}.jpg`, photosDir)));
  const part = partOf(await source.metadata(), variant);
  let picture = source.extract(part);
  if (isMirrored) picture = picture.flop();
  if (tint) {
    const [red, mix, blue] = tint;
    picture = picture.recomb([
      [red, mix, 0],
      [0, 1, mix],
      [mix, 0, blue],
    ]);
  }
  const pixels = await picture.jpeg({ quality: 80 }).toBuffer();
  const [blobs, id] = [diskBlobs(folder), newId()];
  await blobs.put(`${id}/original`, pixels);
  const { placeholder } = await render(
    { blobs, pixels: limitConcurrency(1), ffmpeg: null },
    { id, sizes: ["thumb"], type: "image/jpeg", source: "picture", isAnimated: false, hash: true },
  );
  const thumb = await blobs.open(`${id}/thumb`);
  await writeFile(fileOf(folder, n, "pixels"), pixels);
  await writeFile(fileOf(folder, n, "thumb"), thumb!.body as Buffer);
  return { scene, width: part.width, height: part.height, placeholder: placeholder! };
}

function partOf(whole: { readonly width: number; readonly height: number }, variant: number) {
  const { shape, zoom, x, y } = variants[variant]!;
  const ratio = shape ?? whole.width / whole.height;
  const width = Math.round(Math.min(whole.width, whole.height * ratio) * zoom);
  const height = Math.round(Math.min(whole.height, whole.width / ratio) * zoom);
  return { left: Math.floor((whole.width - width) * x), top: Math.floor((whole.height - height) * y), width, height };
}

// `node draw-looks.ts {folder}` draws all looks into this folder.
const [folder] = process.argv.slice(2);
await mkdir(folder!, { recursive: true });
const drawn = scenes.flatMap(({ name }, at) =>
  variants.map((_, variant) => limit(() => draw(folder!, name, variant, at * variants.length + variant))),
);
await writeFile(listOf(folder!), JSON.stringify(await Promise.all(drawn)));
