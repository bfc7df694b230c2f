import { FilePathSource, Input, type InputVideoTrack, MP4, QTFF, WEBM } from "mediabunny";
import { topBoxesIn, findBox } from "./boxes.ts";
import { type Bytes, BrokenFile } from "./bytes.ts";
import { contentIdKey, contentIdOf } from "./content-id.ts";
import { type GeoPoint, type CaptureTime, geoPoint, maxUtcOffsetMinutes, noCaptureTime } from "./exif.ts";
import type { VideoType } from "./kind.ts";
import { findProtected } from "./protected.ts";
import { type MatroskaFacts, readMatroska } from "./matroska.ts";
import { demandFewElements } from "./matroska-bounds.ts";
import { demandFewSamples } from "./tables.ts";

export interface VideoMetadata extends CaptureTime {
  /** As displayed, after rotation, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly place: GeoPoint | null;
  /** The content id, when it is the clip of a Live Photo. */
  readonly contentId: string | null;
}

/** 8K has 33 million. */
const maxFramePixels = 40_000_000;

/**
 * Reads the metadata of a video: displayed size, length, capture time and location. Throws `BrokenFile` when it is cut off, or has no
 * picture. `path` names the file that `bytes` reads.
 */
export async function readVideo(bytes: Bytes, path: string, type: VideoType): Promise<VideoMetadata> {
  const container = type === "video/webm" ? readMatroska(bytes) : readMovie(bytes);
  // Mediabunny cannot read copy-protected tracks.
  const protectedVideo = findProtected(bytes, type);
  if (protectedVideo)
    return { ...noCaptureTime, ...container, ...demandSize(protectedVideo), place: null, contentId: null };
  if (type === "video/webm") demandFewElements(bytes);
  else demandFewSamples(bytes, { start: 0, bytes: bytes.size });
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new BrokenFile("there is nothing to see in it");
    const { raw = {} } = await input.getMetadataTags();
    return {
      ...(await sizeOf(track)),
      durationMs: durationOf(await input.getDurationFromMetadata()),
      ...(captureTimeOfTag(raw["com.apple.quicktime.creationdate"]) ??
        captureTimeOfTag(raw["©day"]) ?? { ...noCaptureTime, takenAt: container.takenAt }),
      place: locationOfTags(raw),
      contentId: contentIdOf(textOf(raw[contentIdKey])),
    };
  } catch (error) {
    if (error instanceof BrokenFile) throw error;
    // Any other error of mediabunny means that the file is broken.
    throw new BrokenFile(error instanceof Error ? error.message : String(error));
  } finally {
    input.dispose();
  }
}

async function sizeOf(track: InputVideoTrack) {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  return demandSize({ width: Math.round(width), height: Math.round(height) });
}

function demandSize<T extends { readonly width: number; readonly height: number }>(video: T): T {
  if (video.width * video.height > maxFramePixels) throw new BrokenFile("its picture is too large");
  return video;
}

const durationOf = (seconds: number | null) =>
  seconds !== null && seconds > 0 && seconds < 1e6 ? Math.round(seconds * 1000) : null;

/** Seconds from 1904, the epoch of these files, to 1970. */
const macEpoch = 2_082_844_800;

/** Reads the creation time of a movie. Visits all top-level boxes, which throws `BrokenFile` for a cut-off file. */
function readMovie(bytes: Bytes): MatroskaFacts {
  let takenAt: string | null = null;
  let hasMovie = false;
  for (const box of topBoxesIn(bytes, 0, bytes.size)) {
    if (box.name !== "moov") continue;
    hasMovie = true;
    const header = findBox(bytes, "mvhd", box);
    if (!header) continue;
    const fields = bytes.at(header.start, 12);
    const seconds = fields[0] === 1 ? Number(fields.readBigUInt64BE(4)) : fields.readUInt32BE(4);
    // Cameras without a clock write zero.
    if (seconds > macEpoch && seconds < 2 ** 33) takenAt = new Date((seconds - macEpoch) * 1000).toISOString();
  }
  if (!hasMovie) throw new BrokenFile("there is no movie in it");
  return { takenAt };
}

/** Reads "2025-07-14T09:41:07+0200", as iPhones write it: local time with its offset. */
function captureTimeOfTag(tag: unknown): CaptureTime | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:([+-]\d\d):?(\d\d)|Z)$/.exec(textOf(tag));
  if (!found) return null;
  const taken = new Date(`${found[1]}${found[2] ? `${found[2]}:${found[3]}` : "Z"}`);
  if (Number.isNaN(taken.getTime())) return null;
  const clock = Date.parse(`${found[1]}Z`);
  // "Z" gives the instant, and not the local time.
  const utcOffset = found[2] ? (clock - taken.getTime()) / 60_000 : null;
  const isZone = utcOffset !== null && Math.abs(utcOffset) <= maxUtcOffsetMinutes;
  return { takenAt: taken.toISOString(), utcOffset: isZone ? utcOffset : null, isLocalClock: false };
}

function locationOfTags(raw: Readonly<Record<string, unknown>>): GeoPoint | null {
  const coordinates = textOf(raw["com.apple.quicktime.location.ISO6709"]) || textOf(raw["©xyz"]);
  const [, latitude, longitude, altitude] =
    /([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?/.exec(coordinates)?.map(Number) ?? [];
  if (latitude !== undefined && longitude !== undefined)
    return geoPoint(latitude, longitude, Number.isFinite(altitude) ? altitude! : null);
  return locationOfLoci(raw["loci"]);
}

/** Reads 3GPP's location box (TS 26.244 §8.10): language, name, role, then three fixed-point numbers (16.16). */
function locationOfLoci(tag: unknown): GeoPoint | null {
  if (!(tag instanceof Uint8Array)) return null;
  const box = Buffer.from(tag);
  const at = box.indexOf(0, 6) + 2;
  if (at < 2 || at + 12 > box.length) return null;
  const [longitude, latitude, altitude] = [0, 4, 8].map((offset) => box.readInt32BE(at + offset) / 65_536);
  return geoPoint(latitude!, longitude!, altitude!);
}

const textOf = (tag: unknown): string =>
  typeof tag === "string" ? tag : tag instanceof Uint8Array ? Buffer.from(tag).toString("latin1") : "";
