import { closeSync, fstatSync, openSync } from "node:fs";
import { type Box, boxesIn, filmBoxesIn, findBox } from "./boxes.ts";
import { type Bytes, bytesOf } from "./bytes.ts";
import { type VideoType, headBytes, kindOf, videoTypes } from "./kind.ts";
import { readLockedMatroska } from "./matroska.ts";

/**
 * How samples are called that only a key opens: encrypted ones (ISO/IEC 14496-12 §8.12), and those of Apple's shop, which came before
 * the standard.
 */
const locked = new Set(["encv", "enca", "drmi", "drms", "drmt", "p608"]);

/** What a protected film tells without its key. */
export interface LockedFilm {
  /** As shown, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** What a film says of itself when its picture or sound is protected; null when neither is. */
export const readLocked = (bytes: Bytes, type: VideoType): LockedFilm | null =>
  type === "video/webm" ? readLockedMatroska(bytes) : readLockedMovie(bytes);

function readLockedMovie(bytes: Bytes): LockedFilm | null {
  for (const movie of filmBoxesIn(bytes, 0, bytes.size)) {
    if (movie.name !== "moov") continue;
    const tracks = [...boxesIn(bytes, movie.start, movie.end)].filter(({ name }) => name === "trak");
    if (!tracks.some((track) => isLocked(bytes, track))) continue;
    const sizes = tracks.map((track) => sizeOf(bytes, track));
    const seen = sizes.find(({ width, height }) => width > 0 && height > 0) ?? { width: 0, height: 0 };
    return { ...seen, durationMs: durationOf(bytes, movie) };
  }
  return null;
}

/** The same of a file. Synchronous: for a process that has nothing else to do. */
export function lockedFilmIn(path: string): LockedFilm | null {
  const fd = openSync(path, "r");
  try {
    const bytes = bytesOf(fd, fstatSync(fd).size);
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    const type = "type" in kind && videoTypes.find((known) => known === kind.type);
    return type ? readLocked(bytes, type) : null;
  } finally {
    closeSync(fd);
  }
}

function isLocked(bytes: Bytes, track: Box): boolean {
  let box: Box | undefined = track;
  for (const name of ["mdia", "minf", "stbl", "stsd"]) box &&= findBox(bytes, name, box);
  if (!box || box.end - box.start < 16) return false;
  return locked.has(bytes.at(box.start + 12, 4).toString("latin1"));
}

/** Of the track's header: a matrix that turns by a quarter has nothing on its diagonal. */
function sizeOf(bytes: Bytes, track: Box) {
  const header = findBox(bytes, "tkhd", track);
  if (!header) return { width: 0, height: 0 };
  const isLong = bytes.at(header.start, 1)[0] === 1;
  const fields = bytes.at(header.start + (isLong ? 52 : 40), 44);
  const [width, height] = [fields.readUInt16BE(36), fields.readUInt16BE(40)];
  return fields.readInt32BE(0) === 0 ? { width: height, height: width } : { width, height };
}

function durationOf(bytes: Bytes, movie: Box): number | null {
  const header = findBox(bytes, "mvhd", movie);
  if (!header) return null;
  const isLong = bytes.at(header.start, 1)[0] === 1;
  const fields = bytes.at(header.start + (isLong ? 20 : 12), isLong ? 12 : 8);
  const units = isLong ? Number(fields.readBigUInt64BE(4)) : fields.readUInt32BE(4);
  const seconds = units / fields.readUInt32BE(0);
  return seconds > 0 && seconds < 1e6 ? Math.round(seconds * 1000) : null;
}
