import { type Bytes, BrokenFile } from "./bytes.ts";

/** A box of the ISO base media file format (ISO/IEC 14496-12 §4.2): MP4, QuickTime, HEIC, AVIF. */
export interface Box {
  readonly name: string;
  /** The start and end of its content, in bytes from the beginning of the file. */
  readonly start: number;
  readonly end: number;
}

/** Real files have dozens on a level; a fragmented video has two for each second. */
const maxBoxes = 50_000;

/** Yields the boxes between two offsets. Throws `BrokenFile` for a box that ends outside of them. */
export function* boxesIn(bytes: Bytes, from: number, to: number): Generator<Box> {
  let offset = from;
  for (let count = 0; offset + 8 <= to; count++) {
    if (count > maxBoxes) throw new BrokenFile("there are too many boxes");
    const head = bytes.at(offset, 8);
    const name = head.toString("latin1", 4, 8);
    const short = head.readUInt32BE(0);
    const start = offset + (short === 1 ? 16 : 8);
    const length = short === 1 ? Number(bytes.at(offset + 8, 8).readBigUInt64BE()) : short || to - offset;
    const end = offset + length;
    if (end < start || end > to) throw new BrokenFile(`the box ${name} does not end`);
    yield { name, start, end };
    offset = end;
  }
}

/** The boxes on the top level of a video. One of them that does not end was cut off. */
const topNames = /^(ftyp|styp|moov|moof|mdat|mfra|sidx|ssix|prft|emsg|meta|udta|uuid|free|skip|wide|pnot|pdin|mpvd)$/;

/**
 * Yields the top-level boxes of a video. Action cameras append records that are no boxes; after a complete video they are ignored. Throws
 * `BrokenFile` when the video is incomplete.
 */
export function* topBoxesIn(bytes: Bytes, from: number, to: number): Generator<Box> {
  const seen = new Set<string>();
  let end = from;
  try {
    for (const box of boxesIn(bytes, from, to)) {
      yield box;
      seen.add(box.name);
      end = box.end;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile) || !seen.has("moov") || !seen.has("mdat")) throw error;
    if (topNames.test(bytes.at(end + 4, 4).toString("latin1"))) throw error;
  }
}

/** Finds the first box of a name between two offsets. */
export function findBox(bytes: Bytes, name: string, { start, end }: Pick<Box, "start" | "end">): Box | undefined {
  for (const box of boxesIn(bytes, start, end)) if (box.name === name) return box;
  return undefined;
}

/** Finds the box that is reached by these names, each inside the one before it. */
export function findInside(bytes: Bytes, from: Box, ...names: readonly string[]): Box | undefined {
  let found: Box | undefined = from;
  for (const name of names) found &&= findBox(bytes, name, found);
  return found;
}
