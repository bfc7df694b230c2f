import { FilePathSource, Input, type InputVideoTrack, MP4, QTFF, WEBM } from "mediabunny";
import { type CaptureTime, captureTimeAt, chooseTime, isUnset, noCaptureTime } from "../clocks/capture-time.ts";
import { type Box, boxesIn, findBox, findInside, topBoxesIn } from "./boxes.ts";
import { type Bytes, BrokenFile, OtherKind } from "./bytes.ts";
import { contentIdKey, contentIdOf } from "./content-id.ts";
import { findFilm, lengthOf, tracksIn } from "./film.ts";
import type { VideoType } from "./kind.ts";
import { findProtected } from "./protected.ts";
import { type MatroskaFacts, readMatroska } from "./matroska.ts";
import { demandFewElements } from "./matroska-bounds.ts";
import { type GeoPoint, geoPoint, placeInIso6709 } from "./places.ts";
import { demandFewSamples } from "./tables.ts";
import { countedLength, isSoundAlone } from "./track.ts";

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
 * picture, and `OtherKind` for sound alone. `path` names the file that `bytes` reads.
 */
export async function readVideo(bytes: Bytes, path: string, type: VideoType): Promise<VideoMetadata> {
  const isWebm = type === "video/webm";
  const container = isWebm ? readMatroska(bytes) : readMovie(bytes);
  const whole = { start: 0, bytes: bytes.size };
  const locked = findProtected(bytes, type);
  if (!locked && isWebm) demandFewElements(bytes);
  if (!locked && !isWebm) demandFewSamples(bytes, whole);
  const tracks = tracksIn(bytes, whole, isWebm);
  if (isSoundAlone(tracks)) throw new OtherKind("file_is_sound");
  // Mediabunny cannot read copy-protected tracks.
  if (locked) {
    const durationMs = locked.durationMs ?? countedLength(tracks);
    return { ...noCaptureTime, ...container, ...demandSize(locked), durationMs, place: null, contentId: null };
  }
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM] });
  try {
    const film = await findFilm(input, tracks);
    if (!film) throw new BrokenFile("there is nothing to see in it");
    const { raw = {} } = await input.getMetadataTags();
    return {
      ...(await sizeOf(film)),
      durationMs: await lengthOf(input, tracks),
      ...(chooseTime(
        [...timeTags.map((tag) => textOf(raw[tag])), container.takenAt ?? ""].map((words) => ({ words })),
      ) ?? noCaptureTime),
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

/** The tags with a capture time, the most trusted first: of iPhones, of older QuickTime, of WebM. */
const timeTags = ["com.apple.quicktime.creationdate", "©day", "DATE_RECORDED"];

/** Seconds from 1904, the epoch of these files, to 1970. */
const macEpoch = 2_082_844_800;

/** Reads the creation time of a movie. Visits all top-level boxes, which throws `BrokenFile` for a cut-off file. */
function readMovie(bytes: Bytes): MatroskaFacts {
  let takenAt: string | null = null;
  let hasMovie = false;
  for (const box of topBoxesIn(bytes, 0, bytes.size)) {
    if (box.name !== "moov") continue;
    hasMovie = true;
    for (const header of headersIn(bytes, box)) takenAt ??= timeIn(bytes, header);
  }
  if (!hasMovie) throw new BrokenFile("there is no movie in it");
  return { takenAt };
}

/** The headers of a movie that have its creation time: its own, then those of its tracks and of their media. */
function* headersIn(bytes: Bytes, movie: Box): Generator<Box> {
  const own = findBox(bytes, "mvhd", movie);
  if (own) yield own;
  for (const track of boxesIn(bytes, movie.start, movie.end)) {
    if (track.name !== "trak") continue;
    const header = findBox(bytes, "tkhd", track);
    if (header) yield header;
    const ofMedia = findInside(bytes, track, "mdia", "mdhd");
    if (ofMedia) yield ofMedia;
  }
}

/** The creation time in a header of a movie; null when the camera had no clock. */
function timeIn(bytes: Bytes, { start, end }: Box): string | null {
  if (end - start < 12) return null;
  const fields = bytes.at(start, 12);
  const seconds = fields[0] === 1 ? Number(fields.readBigUInt64BE(4)) : fields.readUInt32BE(4);
  // Some cameras count from 1970. There were no films of this kind before it.
  const instant = (seconds < macEpoch ? seconds : seconds - macEpoch) * 1000;
  return seconds < 2 ** 33 && !isUnset(instant) ? captureTimeAt(instant).takenAt : null;
}

function locationOfTags(raw: Readonly<Record<string, unknown>>): GeoPoint | null {
  const texts = ["com.apple.quicktime.location.ISO6709", "©xyz"].map((tag) => placeInIso6709(textOf(raw[tag])));
  return texts.find((place) => place !== null) ?? locationOfLoci(raw["loci"]);
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
