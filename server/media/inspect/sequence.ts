import { type Box, boxesIn, findBox, findInside } from "./boxes.ts";
import { type Bytes, BrokenFile, OtherKind } from "./bytes.ts";
import { type Size, type Span, maxPixels } from "./structure.ts";

/** How a still stores the pictures of a track, by the type of the sample entry: the type of its item, and the box with the settings of the decoder. */
const codings: Readonly<Record<string, { readonly item: string; readonly setup: string }>> = {
  hvc1: { item: "hvc1", setup: "hvcC" },
  hev1: { item: "hvc1", setup: "hvcC" },
  av01: { item: "av01", setup: "av1C" },
};
/** The head of a sample entry, up to its boxes (ISO/IEC 14496-12 §12.1.3). */
const entryBytes = 78;
const maxPictureBytes = 64 * 1024 * 1024;
const maxPropertyBytes = 4 * 1024 * 1024;

interface Sequence extends Size {
  readonly coding: { readonly item: string; readonly setup: string };
  /** The boxes that describe its pictures. */
  readonly properties: readonly Buffer[];
  readonly quarterTurns: number;
  readonly first: Span;
}

/**
 * Writes the first picture of a sequence (ISO/IEC 23008-12 §7) as a file with one still, because decoders of stills read no tracks. Throws
 * `OtherKind` when the sequence has another coding.
 */
export function firstPictureOf(bytes: Bytes, movie: Box): Buffer {
  const found = [...boxesIn(bytes, movie.start, movie.end)]
    .filter(({ name }) => name === "trak")
    .map((track) => findSequence(bytes, track))
    .filter((one) => one !== undefined)
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  const [largest] = found;
  if (!largest) throw new OtherKind("file_is_series");
  if (largest.first.bytes > maxPictureBytes) throw new BrokenFile("its picture is too large");
  const { first } = largest;
  return stillOf(largest, Buffer.from(bytes.at(first.start, first.bytes)));
}

function findSequence(bytes: Bytes, track: Box): Sequence | undefined {
  const header = findBox(bytes, "tkhd", track);
  const handler = findInside(bytes, track, "mdia", "hdlr");
  const tables = findInside(bytes, track, "mdia", "minf", "stbl");
  if (!header || !handler || !tables) return undefined;
  const isShown = (bytes.at(header.start, 4).readUInt32BE() & 1) === 1;
  if (!isShown || !/^(pict|vide)$/.test(bytes.at(handler.start + 8, 4).toString("latin1"))) return undefined;
  const entries = findBox(bytes, "stsd", tables);
  const [entry] = entries ? boxesIn(bytes, entries.start + 8, entries.end) : [];
  const coding = entry && Object.hasOwn(codings, entry.name) ? codings[entry.name] : undefined;
  const first = firstSampleIn(bytes, tables);
  if (!entry || !coding || !first) return undefined;
  const fields = bytes.at(entry.start, entryBytes);
  const [width, height] = [fields.readUInt16BE(24), fields.readUInt16BE(26)];
  const properties = [...boxesIn(bytes, entry.start + entryBytes, entry.end)]
    .filter(({ name, start, end }) => [coding.setup, "colr"].includes(name) && end - start < maxPropertyBytes)
    .map(({ name, start, end }) => box(name, Buffer.from(bytes.at(start, end - start))));
  if (width * height > maxPixels) throw new BrokenFile("its pictures are too large");
  return { width, height, coding, properties, quarterTurns: quarterTurnsIn(bytes, header), first };
}

function firstSampleIn(bytes: Bytes, tables: Box): Span | undefined {
  const sizes = findBox(bytes, "stsz", tables);
  const short = findBox(bytes, "stco", tables);
  const long = findBox(bytes, "co64", tables);
  const chunks = short ?? long;
  if (!sizes || !chunks || sizes.end - sizes.start < 12 || chunks.end - chunks.start < 12) return undefined;
  const [, usual, count] = [0, 4, 8].map((at) => bytes.at(sizes.start + at, 4).readUInt32BE());
  const length = usual === 0 && count! > 0 ? bytes.at(sizes.start + 12, 4).readUInt32BE() : usual!;
  const start = short
    ? bytes.at(chunks.start + 8, 4).readUInt32BE()
    : Number(bytes.at(chunks.start + 8, 8).readBigUInt64BE());
  return count! > 0 && length > 0 ? { start, bytes: length } : undefined;
}

/** Counterclockwise, as in a still. The matrix of a track turns clockwise. */
function quarterTurnsIn(bytes: Bytes, header: Box): number {
  const isLong = bytes.at(header.start, 1)[0] === 1;
  const matrix = bytes.at(header.start + (isLong ? 52 : 40), 36);
  const [across, down] = [matrix.readInt32BE(0), matrix.readInt32BE(4)];
  return across < 0 ? 2 : down > 0 ? 3 : down < 0 ? 1 : 0;
}

function stillOf({ width, height, coding, properties, quarterTurns }: Sequence, picture: Buffer): Buffer {
  const brand = coding.item === "av01" ? "avif" : "heic";
  const all = [box("ispe", long(0, width, height)), ...properties, box("irot", Buffer.from([quarterTurns]))];
  const uses = Buffer.from([0, 1, all.length, ...all.map((_, i) => i + 1)]);
  const head = box("ftyp", name(brand), long(0), name("mif1"), name(brand));
  const meta = (at: number) =>
    box(
      "meta",
      long(0),
      box("hdlr", long(0, 0), name("pict"), Buffer.alloc(13)),
      box("pitm", long(0), Buffer.from([0, 1])),
      // One item, with one extent.
      box("iloc", long(0), Buffer.from([0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1]), long(at, picture.length)),
      box(
        "iinf",
        long(0),
        Buffer.from([0, 1]),
        box("infe", long(0x02000000), Buffer.from([0, 1, 0, 0]), name(`${coding.item}\0`)),
      ),
      box("iprp", box("ipco", ...all), box("ipma", long(0, 1), uses)),
    );
  return Buffer.concat([head, meta(head.length + meta(0).length + 8), box("mdat", picture)]);
}

const name = (text: string): Buffer => Buffer.from(text, "latin1");

function long(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

function box(called: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([long(body.length + 8), name(called), body]);
}
