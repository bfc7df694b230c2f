// Decision 041: why libheif runs without its wrapper, in a process that ends.
// Written by hand because sharp has no HEVC decoder, and heic-decode copies the pixels several times and may take the wrong picture.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { bytesIn } from "../inspect/bytes.ts";
import { findHeifColours, keepOnlyItem } from "../inspect/heif.ts";
import { findMended } from "../inspect/mended.ts";
import { maxPixels } from "../inspect/structure.ts";
import { findHdrIn, shortsIn, tiffInKnownColours } from "./named-picture.ts";
import { type DecodedPixels, type Pixels, tiffFrom } from "./tiff.ts";
import { paletteOf } from "./to-srgb.ts";

interface Fault {
  /** One of the objects in `heif_error_code`. */
  readonly code: unknown;
  readonly message: string;
}

/** Upright pixels in the decoder's memory. */
interface Plane {
  readonly id: unknown;
  /** Of each channel. */
  readonly bits_per_pixel: number;
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

/** The orders of pixels that we ask for. The last two have sixteen bits a channel, of which a picture may use fewer. */
type Chroma = `heif_chroma_interleaved_${"RGB" | "RGBA" | "RRGGBB_LE" | "RRGGBBAA_LE"}`;

/** The functions of libheif that we call. */
interface Libheif {
  readonly ready: Promise<unknown>;
  readonly heif_error_code: Readonly<Record<"heif_error_Ok" | "heif_error_Memory_allocation_error", unknown>>;
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: Readonly<Record<Chroma, unknown>>;
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

interface Box {
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a HEIC file into an uncompressed TIFF that fits into `box`: upright pixels in the colours that the file names, or with their
 * colour profile, which libheif drops. libheif never returns its memory, so this runs in a process that ends.
 */
export async function heicAsTiff(path: string, box: Box): Promise<Buffer> {
  const file = (await findMended(path)) ?? (await readFile(path));
  const { profile, colours: named } = findHeifColours(bytesIn(file));
  keepOnlyItem(file);
  const colours = named ?? (profile && findHdrIn(profile));
  const isDeep = colours !== undefined && paletteOf(colours) === "other";
  const pixels = await decode(file, isDeep, (decoded) => fit(decoded, box));
  return colours ? tiffInKnownColours(pixels, colours) : tiffFrom(pixels as Pixels, profile);
}

/**
 * Calls `work` with the pixels of the first visible picture, of eight or sixteen bits a channel. They lie in the decoder's memory and are
 * freed when `work` is done.
 */
async function decode<T>(file: Buffer, isDeep: boolean, work: (pixels: DecodedPixels) => Promise<T>): Promise<T> {
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
    const order = isDeep ? (["RRGGBB_LE", "RRGGBBAA_LE"] as const) : (["RGB", "RGBA"] as const);
    const chroma: Chroma = `heif_chroma_interleaved_${order[channels - 3]!}`;
    const colours = libheif.heif_colorspace.heif_colorspace_RGB;
    const { image, channels: planes } = demand(
      libheif.heif_js_decode_image2(handle, colours, libheif.heif_chroma[chroma]),
    );
    undo.push(() => libheif.heif_image_release(image));
    const plane = planes.find((each) => each.id === libheif.heif_channel.heif_channel_interleaved);
    if (!plane) throw new Error("There are no pixels in it");
    return await work(packed(plane, channels, isDeep));
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

/** Removes the padding between rows, and fills sixteen bits, in place. */
function packed({ width, height, stride, data, bits_per_pixel: bits }: Plane, channels: 3 | 4, isDeep: boolean) {
  const row = width * channels * (isDeep ? 2 : 1);
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  const bytes = Buffer.from(data.buffer, data.byteOffset, row * height);
  if (!isDeep) return { width, height, channels, data: bytes };
  const deep = shortsIn(bytes);
  for (let i = 0; i < deep.length; i++) deep[i] = deep[i]! << (16 - bits);
  return { width, height, channels, data: deep };
}

async function fit({ data, ...raw }: DecodedPixels, box: Box): Promise<DecodedPixels> {
  const isDeep = data instanceof Uint16Array;
  const { data: fitted, info } = await sharp(data, { raw, limitInputPixels: maxPixels })
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .toColourspace(isDeep ? "rgb16" : "srgb")
    .raw({ depth: isDeep ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, channels: raw.channels, data: isDeep ? shortsIn(fitted) : fitted };
}
