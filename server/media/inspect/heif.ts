import { type Box, boxesIn, findBox, topBoxesIn } from "./boxes.ts";
import { type Bytes, BrokenFile, bytesIn } from "./bytes.ts";
import { firstPictureOf } from "./sequence.ts";
import {
  type NamedColours,
  type Size,
  type Span,
  type Structure,
  maxMetadataBytes,
  maxPixels,
  namedColours,
  tiffOf,
} from "./structure.ts";

/** A tiled picture of a hundred million pixels has a few hundred items, and each of them one extent or two. */
const maxItems = 20_000;
const maxExtents = 20_000;
const maxMetaBytes = 8 * 1024 * 1024;

/**
 * Reads the structure of a HEIC or AVIF file (ISO/IEC 23008-12): the displayed size of its primary picture and its EXIF block. Checks that
 * the bytes of every item lie within the file. Only the file's own crop and rotation count; the orientation in EXIF repeats them. A
 * sequence of pictures without a still has the structure of its first picture.
 */
export function readHeif(bytes: Bytes): Structure {
  let brands: Box | undefined;
  let meta: Box | undefined;
  let movie: Box | undefined;
  let clip: Span | null = null;
  try {
    for (const box of topBoxesIn(bytes, 0, bytes.size)) {
      if (box.name === "ftyp") brands ??= box;
      if (box.name === "meta") meta ??= box;
      if (box.name === "moov") movie ??= box;
      // Samsung's motion photos.
      if (box.name === "mpvd") clip = { start: box.start, bytes: box.end - box.start };
    }
  } catch (error) {
    // The bytes after the picture need not be boxes. Its items tell whether it is whole.
    if (!(error instanceof BrokenFile) || !meta) throw error;
  }
  if (movie && !(meta && findBox(bytes, "pitm", { start: meta.start + 4, end: meta.end }))) {
    const first = firstPictureOf(bytes, movie);
    return { ...readHeif(bytesIn(first)), mended: [first] };
  }
  if (!meta || meta.end - meta.start > maxMetaBytes) throw new BrokenFile("there is no picture in it");
  const inside = { start: meta.start + 4, end: meta.end };
  const { types, primary } = itemsOf(bytes, inside);
  const exifId = [...types].find(([, type]) => type === "Exif")?.[0];
  const xmpId = [...types].find(([, type]) => type === xmpType)?.[0];
  const { hasPrimary, exif, xmp } = extentsOf(bytes, inside, { primary, exifId, xmpId });
  const all = propertiesOf(bytes, inside);
  for (const { size } of all.list) {
    if (size && size.width * size.height > maxPixels) return { ...size, hasAlpha: false, exif: null, isUpright: true };
  }
  const shown = sizeAsShown((all.of.get(primary) ?? []).map((index) => all.list[index - 1]));
  if (!shown || !hasPrimary) throw new BrokenFile("there is no picture in it");
  return {
    ...shown,
    hasAlpha: all.list.some((property) => property.isAlpha),
    exif: exif && exif.bytes <= maxMetadataBytes ? exifOf(Buffer.from(bytes.at(exif.start, exif.bytes))) : null,
    xmp: xmp && xmp.bytes <= maxMetadataBytes ? Buffer.from(bytes.at(xmp.start, xmp.bytes)) : null,
    isUpright: true,
    clip,
    mended: brands ? asStill(bytes, brands, movie) : null,
  };
}

/** The file as a still alone: decoders of stills refuse some tracks, and demand one of a file with a brand of sequences. */
function asStill(bytes: Bytes, brands: Box, movie: Box | undefined): Structure["mended"] {
  const given = bytes.at(brands.start, brands.end - brands.start).toString("latin1");
  if (!movie && !/avis|msf1/.test(given)) return null;
  const still = given.includes("avi") ? "avif" : "heic";
  const named = movie ? movie.start - 4 : bytes.size;
  return [
    { start: 0, bytes: brands.start },
    Buffer.from(`${still}\0\0\0\0`.padEnd(given.length, "mif1").slice(0, given.length), "latin1"),
    { start: brands.end, bytes: named - brands.end },
    ...(movie ? [Buffer.from("free", "latin1"), { start: movie.start, bytes: bytes.size - movie.start }] : []),
  ];
}

/** Applies crops and rotations in the order of the file. */
function sizeAsShown(properties: readonly (Property | undefined)[]): Size | undefined {
  let shown = properties.find((property) => property?.size)?.size;
  for (const property of properties) {
    const { crop, quarterTurns = 0 } = property ?? {};
    if (shown && crop)
      shown = { width: Math.min(crop.width, shown.width), height: Math.min(crop.height, shown.height) };
    if (shown && quarterTurns % 2 === 1) shown = { width: shown.height, height: shown.width };
  }
  return shown;
}

/**
 * Marks all pictures of a file as hidden, in place, except the primary one, because the decoder takes the first picture that is not
 * hidden. Throws `BrokenFile` like `readHeif`.
 */
export function keepOnlyItem(file: Buffer): void {
  const bytes = bytesIn(file);
  const { entries, primary } = itemsOf(bytes, metaOf(bytes));
  for (const { id, at } of entries) if (id !== primary) file[at + 3]! |= 1;
}

/** The colours of a primary picture: an ICC profile, or else numbers. Beside a profile, numbers only say how it was coded. */
export interface HeifColours {
  readonly profile?: Buffer | undefined;
  readonly colours?: NamedColours | undefined;
}

/** Finds the colours of the primary picture. Throws `BrokenFile` like `readHeif`. */
export function findHeifColours(bytes: Bytes): HeifColours {
  const inside = metaOf(bytes);
  const { primary } = itemsOf(bytes, inside);
  const all = propertiesOf(bytes, inside);
  // The picture names its colours itself, or its tiles name them.
  for (const id of [primary, ...partsOf(bytes, inside, primary)]) {
    const properties = (all.of.get(id) ?? []).map((index) => all.list[index - 1]);
    const span = properties.find((property) => property?.profile)?.profile;
    if (span) return { profile: Buffer.from(bytes.at(span.start, span.bytes)) };
    const colours = properties.find((property) => property?.colours)?.colours;
    if (colours) return { colours };
  }
  return {};
}

function metaOf(bytes: Bytes): Range {
  const meta = findBox(bytes, "meta", { start: 0, end: bytes.size });
  if (!meta) throw new BrokenFile("there is no picture in it");
  return { start: meta.start + 4, end: meta.end };
}

/** The first four bytes of an Exif item give the offset of the TIFF block. */
function exifOf(item: Buffer): Buffer | null {
  if (item.length < 8) return null;
  const skip = item.readUInt32BE(0);
  return skip + 4 < item.length ? tiffOf(item.subarray(4 + skip)) : null;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads consecutive numbers of one to eight bytes from a box. */
function cursorIn(bytes: Bytes, { start, end }: Range) {
  const block = Buffer.from(bytes.at(start, end - start));
  let at = 0;
  const next = (width: number): number => {
    if (at + width > block.length) throw new BrokenFile("a box is shorter than it says");
    const value = width === 0 ? 0 : width === 8 ? Number(block.readBigUInt64BE(at)) : block.readUIntBE(at, width);
    at += width;
    return value;
  };
  /** A text of `width` letters, and the second of the texts behind it, which end with zeros. */
  const texts = (width: number): (string | undefined)[] => {
    if (at + width > block.length) throw new BrokenFile("a box is shorter than it says");
    return [block.toString("latin1", at, at + width), block.toString("latin1", at + width).split("\0", 2)[1]];
  };
  return { next, texts, isAtEnd: () => at >= block.length, version: next(1), flags: next(3) };
}

const xmpType = "application/rdf+xml";

function itemsOf(bytes: Bytes, meta: Range) {
  const pitm = findBox(bytes, "pitm", meta);
  const iinf = findBox(bytes, "iinf", meta);
  if (!pitm || !iinf) throw new BrokenFile("it does not say what is in it");
  const main = cursorIn(bytes, pitm);
  const primary = main.next(main.version === 0 ? 2 : 4);
  const version = bytes.at(iinf.start, 1)[0]!;
  const types = new Map<number, string>();
  const entries: { readonly id: number; readonly at: number }[] = [];
  for (const entry of boxesIn(bytes, iinf.start + (version === 0 ? 6 : 8), iinf.end)) {
    if (entry.name !== "infe") continue;
    if (types.size === maxItems) throw new BrokenFile("there are too many parts");
    const item = cursorIn(bytes, entry);
    if (item.version < 2) continue;
    const id = item.next(item.version === 2 ? 2 : 4);
    item.next(2);
    // The type has four letters. Behind it stands a name, and the media type of an item "mime".
    const [type = "", media] = item.texts(4);
    types.set(id, type === "mime" && media === xmpType ? xmpType : type);
    entries.push({ id, at: entry.start });
  }
  return { types, entries, primary };
}

/**
 * Checks that the bytes of every item lie within the file, and returns the span of the EXIF item. Extents are bounded together, because
 * each of them may take no byte in the table.
 */
function extentsOf(
  bytes: Bytes,
  meta: Range,
  asked: { readonly primary: number; readonly exifId: number | undefined; readonly xmpId: number | undefined },
) {
  const iloc = findBox(bytes, "iloc", meta);
  if (!iloc) throw new BrokenFile("it does not say where its parts are");
  const table = cursorIn(bytes, iloc);
  const widths = table.next(2);
  const [offsetWidth, lengthWidth, baseWidth] = [widths >> 12, (widths >> 8) & 15, (widths >> 4) & 15];
  const indexWidth = table.version === 0 ? 0 : widths & 15;
  if ([offsetWidth, lengthWidth, baseWidth, indexWidth].some((width) => ![0, 4, 8].includes(width)))
    throw new BrokenFile("its table of parts makes no sense");
  const count = table.next(table.version < 2 ? 2 : 4);
  if (count > maxItems) throw new BrokenFile("there are too many parts");
  let hasPrimary = false;
  let exif: Span | undefined;
  let xmp: Span | undefined;
  let left = maxExtents;
  for (let i = 0; i < count; i++) {
    const id = table.next(table.version < 2 ? 2 : 4);
    const isInFile = table.version === 0 || (table.next(2) & 15) === 0;
    table.next(2);
    const base = table.next(baseWidth);
    const extents = table.next(2);
    left -= extents;
    const areAlike = offsetWidth + lengthWidth + indexWidth === 0;
    if (left < 0 || (areAlike && extents > 1)) throw new BrokenFile("there are too many extents");
    hasPrimary ||= id === asked.primary;
    for (let part = 0; part < extents; part++) {
      table.next(indexWidth);
      const span = { start: base + table.next(offsetWidth), bytes: table.next(lengthWidth) };
      if (!isInFile) continue;
      if (span.start + span.bytes > bytes.size) throw new BrokenFile("the file ends too early");
      if (part === 0 && id === asked.exifId) exif = span;
      if (part === 0 && id === asked.xmpId) xmp = span;
    }
  }
  return { hasPrimary, exif, xmp };
}

/** The ids of the items from which the item `whole` is derived. */
function partsOf(bytes: Bytes, meta: Range, whole: number): number[] {
  const iref = findBox(bytes, "iref", meta);
  if (!iref) return [];
  const width = bytes.at(iref.start, 1)[0] === 0 ? 2 : 4;
  for (const box of boxesIn(bytes, iref.start + 4, iref.end)) {
    if (box.name !== "dimg") continue;
    const ids = Buffer.from(bytes.at(box.start, box.end - box.start));
    if (ids.readUIntBE(0, width) !== whole) continue;
    const count = Math.min(ids.readUInt16BE(width), Math.floor((ids.length - width - 2) / width));
    return Array.from({ length: count }, (_, i) => ids.readUIntBE(width + 2 + i * width, width));
  }
  return [];
}

interface Property {
  readonly size?: Size;
  readonly crop?: Size;
  readonly quarterTurns?: number;
  readonly isAlpha?: boolean;
  /** The span of its ICC profile. */
  readonly profile?: Span;
  readonly colours?: NamedColours;
}

/** Returns the properties, and for each item the numbers of its properties, counted from 1. */
function propertiesOf(bytes: Bytes, meta: Range) {
  const iprp = findBox(bytes, "iprp", meta);
  const ipco = iprp && findBox(bytes, "ipco", iprp);
  const ipma = iprp && findBox(bytes, "ipma", iprp);
  if (!ipco || !ipma) throw new BrokenFile("it does not say how large it is");
  const list = Array.from(boxesIn(bytes, ipco.start, ipco.end), (box) => propertyIn(bytes, box));
  const table = cursorIn(bytes, ipma);
  const of = new Map<number, number[]>();
  const count = table.next(4);
  if (count > maxItems) throw new BrokenFile("there are too many parts");
  for (let items = count; items > 0 && !table.isAtEnd(); items--) {
    const id = table.next(table.version === 0 ? 2 : 4);
    const indices: number[] = [];
    for (let left = table.next(1); left > 0; left--)
      indices.push((table.flags & 1) === 1 ? table.next(2) & 0x7fff : table.next(1) & 0x7f);
    of.set(id, indices);
  }
  return { list, of };
}

function propertyIn(bytes: Bytes, { name, start, end }: Box): Property {
  if (name === "ispe") {
    const block = bytes.at(start, 12);
    return { size: { width: block.readUInt32BE(4), height: block.readUInt32BE(8) } };
  }
  if (name === "clap") {
    const block = bytes.at(start, 16);
    const [width, height] = [0, 8].map((at) => Math.round(block.readUInt32BE(at) / block.readUInt32BE(at + 4)));
    // The decoder ignores an empty crop.
    return width! > 0 && height! > 0 ? { crop: { width: width!, height: height! } } : {};
  }
  if (name === "colr" && end - start > 4) return coloursIn(bytes, { start, end });
  if (name === "irot") return { quarterTurns: bytes.at(start, 1)[0]! & 3 };
  if (name === "auxC") return { isAlpha: /alpha|:auxid:1\0/.test(bytes.at(start, end - start).toString("latin1")) };
  return {};
}

/** Reads a box of colours (ISO/IEC 14496-12 §12.1.5). */
function coloursIn(bytes: Bytes, { start, end }: Range): Property {
  const kind = bytes.at(start, 4).toString("latin1");
  if (kind === "prof" || kind === "rICC") return { profile: { start: start + 4, bytes: end - start - 4 } };
  if (kind !== "nclx" || end - start < 10) return {};
  const block = bytes.at(start, 10);
  // The decoder widens a narrow range when it makes RGB.
  const colours = namedColours(block.readUInt16BE(4), block.readUInt16BE(6));
  return colours ? { colours } : {};
}
