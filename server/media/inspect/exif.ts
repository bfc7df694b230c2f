// Decision 088: why tags are read by hand, and in which order they are trusted.
import {
  type CaptureTime,
  type WrittenTime,
  captureTimeAt,
  chooseTime,
  findTime,
  isUnset,
  noCaptureTime,
} from "../clocks/capture-time.ts";
import { contentIdIn } from "./content-id.ts";
import { type GeoPoint, altitudeOf, degreesOf, geoPoint } from "./places.ts";
import { type Entry, type Tiff, folderAt, numbers, text, uint } from "./tiff.ts";
import { type Xmp, noXmp } from "./xmp.ts";
import { dayMs } from "../../platform/durations.ts";

/** The EXIF metadata that we use (EXIF 2.32, TIFF 6.0). */
export interface Exif extends CaptureTime {
  /** 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** The location; null when the camera wrote none. */
  readonly place: GeoPoint | null;
  /** The UUID, in lower case, that the still and the clip of a Live Photo share; null for other photos. */
  readonly contentId: string | null;
}

const tags = {
  orientation: 0x0112,
  dateTime: 0x0132,
  exifFolder: 0x8769,
  gpsFolder: 0x8825,
  makerNote: 0x927c,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTime: 0x9010,
  offsetTimeOriginal: 0x9011,
  offsetTimeDigitized: 0x9012,
  fraction: 0x9290,
  fractionOriginal: 0x9291,
  fractionDigitized: 0x9292,
  gpsLatitudeRef: 1,
  gpsLatitude: 2,
  gpsLongitudeRef: 3,
  gpsLongitude: 4,
  gpsAltitudeRef: 5,
  gpsAltitude: 6,
  gpsTime: 7,
  gpsDate: 29,
} as const;

/** The capture times of a picture, the most trusted first, each with the tags of its zone and of its fraction. */
const times = [
  [tags.dateTimeOriginal, tags.offsetTimeOriginal, tags.fractionOriginal],
  [tags.dateTimeDigitized, tags.offsetTimeDigitized, tags.fractionDigitized],
  [tags.dateTime, tags.offsetTime, tags.fraction],
] as const;

/**
 * Reads a TIFF block, and what the file says besides: XMP, and times in texts of its own. Each entry counts for itself. Never throws;
 * corrupt metadata counts as none.
 */
export function readExif(block: Buffer | null, xmp: Xmp = noXmp, texts: readonly string[] = []): Exif {
  const { main, photo, gps, tiff } = foldersOf(block ?? Buffer.alloc(0));
  const [orientation = 1] = numbers(tiff, main.get(tags.orientation));
  const textOf = (tag: number) => text(tiff, photo.get(tag)) ?? text(tiff, main.get(tag));
  const zones = [tags.offsetTimeOriginal, tags.offsetTime, tags.offsetTimeDigitized].map(textOf);
  const satellite = gpsMoment(text(tiff, gps.get(tags.gpsDate)), numbers(tiff, gps.get(tags.gpsTime))) ?? xmp.satellite;
  const written: WrittenTime[] = [
    ...times.map(([time, zone, fraction]) => ({
      words: textOf(time) ?? "",
      zones: [textOf(zone), ...zones],
      fraction: textOf(fraction),
    })),
    ...xmp.times,
    ...texts.map((words) => ({ words })),
  ];
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(chooseTime(written.map((time) => ({ ...time, satellite }))) ??
      (satellite === null ? noCaptureTime : captureTimeAt(satellite))),
    place: locationIn(tiff, gps) ?? xmp.place,
    contentId: contentIdIn(tiff, photo.get(tags.makerNote)),
  };
}

function foldersOf(block: Buffer) {
  const order = block.toString("latin1", 0, 2);
  const tiff: Tiff = { block, isLittle: order === "II" };
  const isTiff = (order === "II" || order === "MM") && block.length >= 8;
  const main = folderAt(tiff, isTiff ? uint(tiff, 4, 4) : null);
  const inside = (tag: number) => folderAt(tiff, numbers(tiff, main.get(tag))[0]);
  return { tiff, main, photo: inside(tags.exifFolder), gps: inside(tags.gpsFolder) };
}

function locationIn(tiff: Tiff, gps: ReadonlyMap<number, Entry>): GeoPoint | null {
  const numbersOf = (tag: number) => numbers(tiff, gps.get(tag));
  const halfOf = (tag: number) => text(tiff, gps.get(tag));
  return geoPoint(
    degreesOf("latitude", numbersOf(tags.gpsLatitude), halfOf(tags.gpsLatitudeRef)),
    degreesOf("longitude", numbersOf(tags.gpsLongitude), halfOf(tags.gpsLongitudeRef)),
    altitudeOf(numbersOf(tags.gpsAltitude)[0], numbersOf(tags.gpsAltitudeRef)[0]),
  );
}

/** The moment of the last GPS fix, in ms. */
function gpsMoment(date: string | null, [hour, minute, second = 0]: number[]): number | null {
  const day = findTime(date ?? "");
  if (!day || hour === undefined || minute === undefined) return null;
  const midnight = Math.floor(day.clock / dayMs) * dayMs;
  const moment = midnight + ((hour * 60 + minute) * 60 + (Number.isNaN(second) ? 0 : second)) * 1000;
  return moment >= midnight && moment < midnight + dayMs && !isUnset(moment) ? Math.floor(moment) : null;
}
