// Decision 041: why libheif runs without its wrapper, in a process that ends.
// Written by hand because sharp has no HEVC decoder, and heic-decode copies the pixels several times and may take the wrong picture.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { hideOthers } from "../inspect/heif.ts";
import { findMended } from "../inspect/mended.ts";
import { maxPixels } from "../inspect/structure.ts";

interface Fault {
  /** One of the objects in `heif_error_code`. */
  readonly code: unknown;
  readonly message: string;
}

/** Upright pixels in the decoder's memory, eight bits a channel. */
interface Plane {
  readonly id: unknown;
  readonly width: number;
  readonly height: number;
  /** The bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

interface Decoded {
  readonly code?: undefined;
  readonly image: unknown;
  readonly channels: readonly Plane[];
}

/** The functions of libheif that we call. */
interface Libheif {
  readonly ready: Promise<unknown>;
  readonly heif_error_code: Readonly<Record<"heif_error_Ok" | "heif_error_Memory_allocation_error", unknown>>;
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: Readonly<Record<"heif_chroma_interleaved_RGB" | "heif_chroma_interleaved_RGBA", unknown>>;
  readonly heif_channel: { readonly heif_channel_interleaved: unknown };
  heif_context_alloc(): unknown;
  heif_context_free(context: unknown): void;
  heif_context_read_from_memory(context: unknown, file: Uint8Array): Fault;
  heif_js_context_get_list_of_top_level_image_IDs(context: unknown): readonly number[] | Fault;
  heif_js_context_get_image_handle(context: unknown, id: number): (object & { readonly code?: undefined }) | Fault;
  heif_image_handle_has_alpha_channel(handle: unknown): number;
  heif_js_decode_image2(handle: unknown, colours: unknown, chroma: unknown): Decoded | Fault;
  heif_image_handle_release(handle: unknown): void;
  heif_image_release(image: unknown): void;
}

// The binding has no types of its own.
const libheif = createRequire(import.meta.url)("libheif-js/wasm-bundle") as Libheif;

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Buffer;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a HEIC file into an uncompressed TIFF that fits into `box`: upright pixels with their colour profile, which libheif drops.
 * libheif never returns its memory, so this runs in a process that ends.
 */
export async function heicAsTiff(path: string, box: Box): Promise<Buffer> {
  const file = (await findMended(path)) ?? (await readFile(path));
  const icc = hideOthers(file);
  const profile = icc && Buffer.from(icc);
  return tiff(await decode(file, (pixels) => fit(pixels, box)), profile);
}

/** Calls `work` with the pixels of the first visible picture. They lie in the decoder's memory and are freed when `work` is done. */
async function decode<T>(file: Buffer, work: (pixels: Pixels) => Promise<T>): Promise<T> {
  await libheif.ready;
  const undo: (() => void)[] = [];
  try {
    const context = libheif.heif_context_alloc();
    undo.push(() => libheif.heif_context_free(context));
    demand(libheif.heif_context_read_from_memory(context, file));
    const [id] = demand(libheif.heif_js_context_get_list_of_top_level_image_IDs(context));
    if (id === undefined) throw new Error("There is no picture in it");
    const handle = demand(libheif.heif_js_context_get_image_handle(context, id));
    undo.push(() => libheif.heif_image_handle_release(handle));
    const channels = libheif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const chroma = channels === 4 ? "heif_chroma_interleaved_RGBA" : "heif_chroma_interleaved_RGB";
    const colours = libheif.heif_colorspace.heif_colorspace_RGB;
    const { image, channels: planes } = demand(
      libheif.heif_js_decode_image2(handle, colours, libheif.heif_chroma[chroma]),
    );
    undo.push(() => libheif.heif_image_release(image));
    const plane = planes.find((each) => each.id === libheif.heif_channel.heif_channel_interleaved);
    if (!plane) throw new Error("There are no pixels in it");
    return await work(packed(plane, channels));
  } catch (error) {
    // After a crash inside WebAssembly the decoder fails for every later file, so the next process starts with a fresh one.
    if (error instanceof Error && error.name === "RuntimeError") process.exit(1);
    throw error;
  } finally {
    for (const free of undo.toReversed()) free();
  }
}

function demand<T extends object>(answer: T | Fault): Exclude<T, Fault> {
  const { heif_error_Ok: fine, heif_error_Memory_allocation_error: full } = libheif.heif_error_code;
  const { code, message } = answer as Partial<Fault>;
  if (code === undefined || code === fine) return answer as Exclude<T, Fault>;
  // `explain` in render.ts reads "memory" as a reason to retry.
  throw new Error(code === full ? `Out of memory: ${message}` : message);
}

/** Removes the padding between rows, in place. */
function packed({ width, height, stride, data }: Plane, channels: 3 | 4): Pixels {
  const row = width * channels;
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return { width, height, channels, data: Buffer.from(data.buffer, data.byteOffset, row * height) };
}

async function fit({ data, ...raw }: Pixels, box: Box): Promise<Pixels> {
  const { data: fitted, info } = await sharp(data, { raw, limitInputPixels: maxPixels })
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: raw.channels, data: fitted };
}

const short = 3;
const long = 4;
const undefinedBytes = 7;

/** Writes a TIFF of RGB or RGBA pixels in one strip (TIFF 6.0 §§2 and 18; ICC.1:2022 annex B.4). */
function tiff({ width, height, channels, data }: Pixels, icc: Buffer | undefined): Buffer {
  const profile = icc ?? Buffer.alloc(0);
  const entries = 10 + (channels - 3) + (icc ? 1 : 0);
  const bitsAt = 8 + 2 + entries * 12 + 4;
  const profileAt = bitsAt + 8;
  const pixelsAt = profileAt + profile.length + (profile.length % 2);
  const head = Buffer.alloc(pixelsAt);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries, 8);
  let at = 10;
  const entry = (tag: number, type: number, count: number, value: number) => {
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
    at += 12;
  };
  entry(256, long, 1, width);
  entry(257, long, 1, height);
  entry(258, short, channels, bitsAt);
  entry(259, short, 1, 1);
  entry(262, short, 1, 2);
  entry(273, long, 1, pixelsAt);
  entry(277, short, 1, channels);
  entry(278, long, 1, height);
  entry(279, long, 1, data.length);
  entry(284, short, 1, 1);
  // The fourth channel is alpha, not premultiplied.
  if (channels === 4) entry(338, short, 1, 2);
  if (icc) entry(34_675, undefinedBytes, profile.length, profileAt);
  for (let i = 0; i < 4; i++) head.writeUInt16LE(8, bitsAt + i * 2);
  profile.copy(head, profileAt);
  return Buffer.concat([head, data]);
}
