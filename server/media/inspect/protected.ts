import { closeSync, fstatSync, openSync } from "node:fs";
import { type Box, boxesIn, topBoxesIn, findBox } from "./boxes.ts";
import { type Bytes, bytesOf } from "./bytes.ts";
import { type VideoType, headBytes, kindOf, videoTypes } from "./kind.ts";
import { findProtectedMatroska } from "./matroska.ts";

/** The sample formats of encrypted tracks (ISO/IEC 14496-12 §8.12), and those of Apple's store, which predate the standard. */
const protectedFormats = new Set(["encv", "enca", "drmi", "drms", "drmt", "p608"]);

/** The facts that a copy-protected (DRM) video reveals without its key. */
export interface ProtectedVideo {
  /** As shown, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** Reads a video whose picture or sound is copy-protected; null when neither is. */
export const findProtected = (bytes: Bytes, type: VideoType): ProtectedVideo | null =>
  type === "video/webm" ? findProtectedMatroska(bytes) : findProtectedMovie(bytes);

function findProtectedMovie(bytes: Bytes): ProtectedVideo | null {
  for (const movie of topBoxesIn(bytes, 0, bytes.size)) {
    if (movie.name !== "moov") continue;
    const tracks = [...boxesIn(bytes, movie.start, movie.end)].filter(({ name }) => name === "trak");
    if (!tracks.some((track) => isProtected(bytes, track))) continue;
    const sizes = tracks.map((track) => sizeOf(bytes, track));
    // A still may stand beside the film.
    const [largest] = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height);
    return { ...largest!, durationMs: durationOf(bytes, movie) };
  }
  return null;
}

/** Like `findProtected`, for the file at `path`. Synchronous, so only for processes that serve no requests. */
export function findProtectedIn(path: string): ProtectedVideo | null {
  const fd = openSync(path, "r");
  try {
    const bytes = bytesOf(fd, fstatSync(fd).size);
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    const type = "type" in kind && videoTypes.find((known) => known === kind.type);
    return type ? findProtected(bytes, type) : null;
  } finally {
    closeSync(fd);
  }
}

function isProtected(bytes: Bytes, track: Box): boolean {
  let box: Box | undefined = track;
  for (const name of ["mdia", "minf", "stbl", "stsd"]) box &&= findBox(bytes, name, box);
  if (!box || box.end - box.start < 16) return false;
  return protectedFormats.has(bytes.at(box.start + 12, 4).toString("latin1"));
}

/** The displayed size in the track's header. A matrix that rotates by a quarter turn has zeros on its diagonal. */
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
