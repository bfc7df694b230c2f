// Decision 039: why files are checked by structure, without decoding.
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type Bytes, BrokenFile, type Watch, bytesOf } from "./bytes.ts";
import { type GeoPoint, type Moment, readExif } from "./exif.ts";
import { type Kind, headBytes, kindOf } from "./kind.ts";
import { type Span, mostPixels } from "./structure.ts";
import { demandFewSamples } from "./tables.ts";

/** What the bytes of an upload turned out to be. */
export interface Found extends Moment {
  readonly type: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly crc32: number;
  /** As shown, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly place: GeoPoint | null;
  readonly isAnimated?: boolean;
  /** All of a video, or the moment inside a motion photo. */
  readonly film: Span | null;
  readonly durationMs: number | null;
  /** The identifier that both files of a Live Photo share: a UUID in lower case. */
  readonly contentId: string | null;
}

/** Why an upload is not taken, with a sentence for people. */
export interface Refused {
  readonly code: "unsupported_type" | "broken_file" | "too_large";
  readonly sentence: string;
}

/**
 * Looks into a file: what it is, whether it is whole, its checksums. Decodes no pixel, and needs little memory whatever its size.
 */
export async function inspect(path: string): Promise<Found | Refused> {
  const fd = openSync(path, "r");
  let what = "photo";
  try {
    const sums = checksums();
    const bytes = bytesOf(fd, fstatSync(fd).size, sums.see);
    if (bytes.size === 0) return { code: "broken_file", sentence: "This file is empty. Please choose another one." };
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    if ("called" in kind) {
      return {
        code: "unsupported_type",
        sentence: `This file is ${kind.called}. Please choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC) or a video (MP4, MOV or WebM).`,
      };
    }
    what = kind.read ? "photo" : "video";
    const facts = await factsOf(kind, bytes, path);
    if (facts.width === 0 || facts.height === 0) throw new BrokenFile("it has no size");
    if (facts.width * facts.height > mostPixels) {
      const millions = Math.round((facts.width * facts.height) / 1e6);
      return {
        code: "broken_file",
        sentence: `This picture has ${millions} million pixels; at most ${mostPixels / 1e6} million can be shown. Please choose a smaller one.`,
      };
    }
    return { type: kind.type, size: bytes.size, ...sums.of(bytes), ...facts };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    return {
      code: "broken_file",
      sentence: `This ${what} is damaged or incomplete. Please choose the original file again.`,
    };
  } finally {
    closeSync(fd);
  }
}

type Facts = Omit<Found, "type" | "size" | "sha256" | "crc32">;

async function factsOf(kind: Kind, bytes: Bytes, path: string): Promise<Facts> {
  if (!kind.read) {
    const { readFilm } = await import("./film.ts");
    const film = await readFilm(bytes, path, kind.type);
    return { ...film, hasAlpha: false, film: { start: 0, bytes: bytes.size } };
  }
  const { width, height, hasAlpha, exif, isUpright = false, isAnimated = false, film = null } = kind.read(bytes);
  const { orientation, ...told } = readExif(exif);
  const isTurned = !isUpright && orientation >= 5;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    hasAlpha,
    ...told,
    isAnimated,
    film: film && isReadable(bytes, film) ? film : null,
    durationMs: null,
  };
}

/** A photo is a photo, whatever is wrong with the film that comes with it. */
function isReadable(bytes: Bytes, film: Span): boolean {
  try {
    demandFewSamples(bytes, film);
    return true;
  } catch (error) {
    if (error instanceof BrokenFile) return false;
    throw error;
  }
}

/** Sums up the file while it is being looked into, so that it is read once: who looks goes from its beginning towards its end. */
function checksums() {
  const hash = createHash("sha256");
  let sum = 0;
  let seen = 0;
  const see: Watch = (start, window) => {
    const fresh = window.subarray(Math.max(0, seen - start));
    if (start > seen || fresh.length === 0) return;
    hash.update(fresh);
    sum = crc32(fresh, sum);
    seen += fresh.length;
  };
  const of = (bytes: Bytes) => {
    while (seen < bytes.size) see(seen, bytes.from(seen));
    return { sha256: hash.digest("hex"), crc32: sum };
  };
  return { see, of };
}
