import { FilePathSource, Input, type InputVideoTrack, MP4, QTFF, WEBM } from "mediabunny";
import { filmBoxesIn, findBox } from "./boxes.ts";
import { type Bytes, BrokenFile } from "./bytes.ts";
import { contentIdKey, contentIdOf } from "./content-id.ts";
import { type GeoPoint, type Moment, geoPoint, mostOffsetMinutes, noMoment } from "./exif.ts";
import type { VideoType } from "./kind.ts";
import { readLocked } from "./locked.ts";
import { type MatroskaFacts, readMatroska } from "./matroska.ts";
import { demandFewSamples } from "./tables.ts";

export interface FilmFacts extends Moment {
  /** As shown, after rotation, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly place: GeoPoint | null;
  /** That of the Live Photo which it is a part of. */
  readonly contentId: string | null;
}

/** 8K has 33 million. */
const mostFramePixels = 40_000_000;

/**
 * Reads what a video says of itself: size as shown, length, when and where it was taken. Throws `BrokenFile` when it is cut off, or
 * has nothing to see. `path` names the file that `bytes` reads.
 */
export async function readFilm(bytes: Bytes, path: string, type: VideoType): Promise<FilmFacts> {
  const outside = type === "video/webm" ? readMatroska(bytes) : readMovie(bytes);
  // Whoever reads films for us has no key, and is not made for what stands in place of one.
  const locked = readLocked(bytes, type);
  if (locked) return { ...noMoment, ...outside, ...demandSize(locked), place: null, contentId: null };
  if (type !== "video/webm") demandFewSamples(bytes, { start: 0, bytes: bytes.size });
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new BrokenFile("there is nothing to see in it");
    const { raw = {} } = await input.getMetadataTags();
    return {
      ...(await sizeOf(track)),
      durationMs: durationOf(await input.getDurationFromMetadata()),
      ...(momentOfTag(raw["com.apple.quicktime.creationdate"]) ??
        momentOfTag(raw["©day"]) ?? { ...noMoment, takenAt: outside.takenAt }),
      place: placeOfTags(raw),
      contentId: contentIdOf(textOf(raw[contentIdKey])),
    };
  } catch (error) {
    if (error instanceof BrokenFile) throw error;
    // Whatever a library complains of when it reads a stranger's bytes, it is the file.
    throw new BrokenFile(error instanceof Error ? error.message : String(error));
  } finally {
    input.dispose();
  }
}

async function sizeOf(track: InputVideoTrack) {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  return demandSize({ width: Math.round(width), height: Math.round(height) });
}

function demandSize<T extends { readonly width: number; readonly height: number }>(film: T): T {
  if (film.width * film.height > mostFramePixels) throw new BrokenFile("its picture is too large");
  return film;
}

const durationOf = (seconds: number | null) =>
  seconds !== null && seconds > 0 && seconds < 1e6 ? Math.round(seconds * 1000) : null;

/** Seconds from 1904, where these files begin to count, to 1970. */
const macEpoch = 2_082_844_800;

/** Walks the boxes at the top, so that a file that was cut off is found out, and reads when the movie was made. */
function readMovie(bytes: Bytes): MatroskaFacts {
  let takenAt: string | null = null;
  let hasMovie = false;
  for (const box of filmBoxesIn(bytes, 0, bytes.size)) {
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

/** "2025-07-14T09:41:07+0200", as iPhones write it: the moment, told by the clock of the place. */
function momentOfTag(tag: unknown): Moment | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:([+-]\d\d):?(\d\d)|Z)$/.exec(textOf(tag));
  if (!found) return null;
  const moment = new Date(`${found[1]}${found[2] ? `${found[2]}:${found[3]}` : "Z"}`);
  if (Number.isNaN(moment.getTime())) return null;
  const clock = Date.parse(`${found[1]}Z`);
  // A bare Z says when, and not where.
  const utcOffset = found[2] ? (clock - moment.getTime()) / 60_000 : null;
  const isZone = utcOffset !== null && Math.abs(utcOffset) <= mostOffsetMinutes;
  return { takenAt: moment.toISOString(), utcOffset: isZone ? utcOffset : null, isLocalClock: false };
}

function placeOfTags(raw: Readonly<Record<string, unknown>>): GeoPoint | null {
  const told = textOf(raw["com.apple.quicktime.location.ISO6709"]) || textOf(raw["©xyz"]);
  const [, latitude, longitude, altitude] =
    /([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?/.exec(told)?.map(Number) ?? [];
  if (latitude !== undefined && longitude !== undefined)
    return geoPoint(latitude, longitude, Number.isFinite(altitude) ? altitude! : null);
  return placeOfLoci(raw["loci"]);
}

/** 3GPP's location box (TS 26.244 §8.10): language, a name, a role, then three numbers with sixteen bits after the point. */
function placeOfLoci(tag: unknown): GeoPoint | null {
  if (!(tag instanceof Uint8Array)) return null;
  const box = Buffer.from(tag);
  const at = box.indexOf(0, 6) + 2;
  if (at < 2 || at + 12 > box.length) return null;
  const [longitude, latitude, altitude] = [0, 4, 8].map((offset) => box.readInt32BE(at + offset) / 65_536);
  return geoPoint(latitude!, longitude!, altitude!);
}

const textOf = (tag: unknown): string =>
  typeof tag === "string" ? tag : tag instanceof Uint8Array ? Buffer.from(tag).toString("latin1") : "";
