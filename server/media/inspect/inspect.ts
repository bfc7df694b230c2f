// Decision 039: why files are checked by structure, without decoding.
// Written by hand because these readers meet untrusted bytes first: libraries (exifr, file-type) do not detect cut-off files.
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type Sentence, withValues } from "#contract/refusals.ts";
import { type Bytes, BrokenFile, OtherKind, type Watch, bytesOf } from "./bytes.ts";
import { type CaptureTime, noCaptureTime } from "../clocks/capture-time.ts";
import { readExif } from "./exif.ts";
import { type Kind, headBytes, isPdf, kindOf, pdfType } from "./kind.ts";
import type { GeoPoint } from "./places.ts";
import { type Span, maxPixels, maxVideoMinutes } from "./structure.ts";
import { demandFewSamples } from "./tables.ts";
import { readXmp } from "./xmp.ts";

/** What the bytes of an upload are. Stored as JSON in `uploads.found`, so its field names cannot change. */
export interface Found extends CaptureTime {
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
  /** The whole file of a video, or the clip inside a motion photo. */
  readonly film: Span | null;
  readonly durationMs: number | null;
  /** The UUID, in lower case, that the still and the clip of a Live Photo share. */
  readonly contentId: string | null;
}

/** Why an upload is refused. */
export interface Refused extends Sentence {
  readonly code: "unsupported_type" | "broken_file" | "too_large";
}

/** Inspects the file at `path`, which `person` sent, in another process. */
export type Inspect = (
  path: string,
  about: { readonly isVideo: boolean; readonly person: string },
) => Promise<Found | Refused>;

/** Finds out what a file is, whether it is complete, and its checksums. Decodes no pixels; memory does not grow with the file. */
export async function inspect(path: string): Promise<Found | Refused> {
  const fd = openSync(path, "r");
  let what: "photo" | "video" = "photo";
  try {
    const sums = checksums();
    const bytes = bytesOf(fd, fstatSync(fd).size, sums.see);
    if (bytes.size === 0) return { code: "broken_file", key: "file_is_empty" };
    const head = bytes.from(0).subarray(0, headBytes);
    if (isPdf(head)) return { type: pdfType, size: bytes.size, ...sums.of(bytes), ...unread };
    const kind = kindOf(head);
    if ("refusal" in kind) throw new OtherKind(kind.refusal);
    what = kind.read ? "photo" : "video";
    const facts = await factsOf(kind, bytes, path);
    if (facts.width === 0 || facts.height === 0) throw new BrokenFile("it has no size");
    if (facts.width * facts.height > maxPixels) {
      const millions = Math.round((facts.width * facts.height) / 1e6);
      const values = { millions, max: maxPixels / 1e6 };
      return { code: "broken_file", ...withValues("picture_has_too_many_pixels", values) };
    }
    if ((facts.durationMs ?? 0) > maxVideoMinutes * 60_000) {
      return { code: "too_large", ...withValues("video_too_long", { max: maxVideoMinutes }) };
    }
    return { type: kind.type, size: bytes.size, ...sums.of(bytes), ...facts };
  } catch (error) {
    if (error instanceof OtherKind) return { code: "unsupported_type", key: error.refusal };
    if (!(error instanceof BrokenFile)) throw error;
    return { code: "broken_file", key: `${what}_damaged` };
  } finally {
    closeSync(fd);
  }
}

/** What is said of a PDF, in which nobody looks. */
const unread: Facts = {
  ...noCaptureTime,
  width: 0,
  height: 0,
  hasAlpha: false,
  place: null,
  film: null,
  durationMs: null,
  contentId: null,
};

type Facts = Omit<Found, "type" | "size" | "sha256" | "crc32">;

async function factsOf(kind: Kind, bytes: Bytes, path: string): Promise<Facts> {
  if (!kind.read) {
    const { readVideo } = await import("./video.ts");
    const metadata = await readVideo(bytes, path, kind.type);
    return { ...metadata, hasAlpha: false, film: { start: 0, bytes: bytes.size } };
  }
  const structure = await kind.read(bytes);
  const { width, height, hasAlpha, isUpright = false, isAnimated = false, clip = null } = structure;
  const { orientation, ...metadata } = readExif(structure.exif, readXmp(structure.xmp ?? null), structure.times);
  const isRotated = !isUpright && orientation >= 5;
  return {
    width: isRotated ? height : width,
    height: isRotated ? width : height,
    hasAlpha,
    ...metadata,
    isAnimated,
    film: clip && isReadable(bytes, clip) ? clip : null,
    durationMs: null,
  };
}

/** Whether the clip in a motion photo is usable. A broken clip does not make the photo broken. */
function isReadable(bytes: Bytes, clip: Span): boolean {
  try {
    demandFewSamples(bytes, clip);
    return true;
  } catch (error) {
    if (error instanceof BrokenFile) return false;
    throw error;
  }
}

/** Computes checksums from the windows that the inspection reads, so that most files are read once. */
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
