import { contentIdIn } from "./content-id.ts";
import { type Entry, type Tiff, folderAt, number, rationals, text, uint32 } from "./tiff.ts";

/** When a photo or video was taken. */
export interface CaptureTime {
  /** ISO 8601 in UTC; null when the file does not say. */
  readonly takenAt: string | null;
  /** Minutes east of UTC to which the camera's clock was set; null when the file does not say. */
  readonly utcOffset: number | null;
  /** `takenAt` is the time on a clock without a zone, read as UTC: the day is right, the instant a guess. */
  readonly isLocalClock: boolean;
}

export const noCaptureTime: CaptureTime = { takenAt: null, utcOffset: null, isLocalClock: false };

/** The EXIF metadata that we use (EXIF 2.32, TIFF 6.0). */
export interface Exif extends CaptureTime {
  /** 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** The location; null when the camera wrote none. */
  readonly place: GeoPoint | null;
  /** The UUID, in lower case, that the still and the clip of a Live Photo share; null for other photos. */
  readonly contentId: string | null;
}

export interface GeoPoint {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number | null;
}

const tags = {
  orientation: 0x0112,
  exifFolder: 0x8769,
  gpsFolder: 0x8825,
  makerNote: 0x927c,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTime: 0x9010,
  offsetTimeOriginal: 0x9011,
  offsetTimeDigitized: 0x9012,
  gpsLatitudeRef: 1,
  gpsLatitude: 2,
  gpsLongitudeRef: 3,
  gpsLongitude: 4,
  gpsAltitudeRef: 5,
  gpsAltitude: 6,
  gpsTime: 7,
  gpsDate: 29,
} as const;

const nothing: Exif = { orientation: 1, ...noCaptureTime, place: null, contentId: null };

/** Reads a TIFF block. Never throws; corrupt metadata counts as none. */
export function readExif(block: Buffer | null): Exif {
  try {
    return block ? read(block) : nothing;
  } catch (error) {
    // An offset points outside of the block.
    if (error instanceof RangeError) return nothing;
    throw error;
  }
}

function read(block: Buffer): Exif {
  const order = block.toString("latin1", 0, 2);
  if (order !== "II" && order !== "MM") return nothing;
  const tiff = { block, isLittle: order === "II" };
  const main = folderAt(tiff, uint32(tiff, 4));
  const photo = folderAt(tiff, number(tiff, main.get(tags.exifFolder)));
  const gps = folderAt(tiff, number(tiff, main.get(tags.gpsFolder)));
  const orientation = number(tiff, main.get(tags.orientation)) ?? 1;
  const textsOf = (...asked: number[]) => asked.map((tag) => text(tiff, photo.get(tag))).filter((one) => one !== null);
  const [offset = null] = textsOf(tags.offsetTimeOriginal, tags.offsetTime, tags.offsetTimeDigitized);
  const satellite = gpsMoment(text(tiff, gps.get(tags.gpsDate)), rationals(tiff, gps.get(tags.gpsTime)));
  const bySatellite =
    satellite === null ? noCaptureTime : { ...noCaptureTime, takenAt: new Date(satellite).toISOString() };
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(textsOf(tags.dateTimeOriginal, tags.dateTimeDigitized)
      .map((local) => captureTimeOf(local, offset, satellite))
      .find((time) => time !== null) ?? bySatellite),
    place: locationIn(tiff, gps),
    contentId: contentIdIn(tiff, photo.get(tags.makerNote)),
  };
}

function locationIn(tiff: Tiff, gps: ReadonlyMap<number, Entry>): GeoPoint | null {
  const latitude = degrees(rationals(tiff, gps.get(tags.gpsLatitude)));
  const longitude = degrees(rationals(tiff, gps.get(tags.gpsLongitude)));
  if (latitude === null || longitude === null) return null;
  const isSouth = text(tiff, gps.get(tags.gpsLatitudeRef)) === "S";
  const isWest = text(tiff, gps.get(tags.gpsLongitudeRef)) === "W";
  const [height] = rationals(tiff, gps.get(tags.gpsAltitude));
  const depth = gps.get(tags.gpsAltitudeRef);
  const isBelow = depth !== undefined && tiff.block[depth.at] === 1;
  const altitude = height === undefined || !Number.isFinite(height) ? null : isBelow ? -height : height;
  return geoPoint(isSouth ? -latitude : latitude, isWest ? -longitude : longitude, altitude);
}

function degrees([whole, minutes = 0, seconds = 0]: number[]): number | null {
  const sum = (whole ?? Number.NaN) + minutes / 60 + seconds / 3600;
  return Number.isFinite(sum) ? sum : null;
}

/** The coordinates, rounded; null when they are impossible, or both zero, as cameras without reception write them. */
export function geoPoint(latitude: number, longitude: number, altitude: number | null): GeoPoint | null {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
  if (!isOnEarth) return null;
  const rounded = (degree: number) => Math.round(degree * 1e6) / 1e6;
  const height = altitude !== null && Math.abs(altitude) < 12_000 ? Math.round(altitude * 10) / 10 : null;
  return { latitude: rounded(latitude), longitude: rounded(longitude), altitude: height };
}

/**
 * The capture time of a camera whose clock showed `local` ("2025:07:14 09:41:07"; some write dashes). Its zone is `offset` ("+02:00"), else
 * the zone that GPS time (`satellite`, in ms) implies; else the clock is read as UTC.
 */
export function captureTimeOf(local: string, offset: string | null, satellite: number | null): CaptureTime | null {
  const [, ...parts] = /^(\d{4})[:/-](\d\d)[:/-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(local)?.map(Number) ?? [];
  if (parts.length !== 6) return null;
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number];
  const clock = Date.UTC(year, month - 1, day, hour, minute, second);
  // Cameras whose clock was never set write zeros, or the first day of their clock.
  if (year < earliestYear || new Date(clock).getUTCMonth() !== month - 1 || new Date(clock).getUTCDate() !== day)
    return null;
  const zoneMs = offsetMs(offset) ?? zoneBySatellite(clock, satellite);
  return {
    takenAt: new Date(clock - (zoneMs ?? 0)).toISOString(),
    utcOffset: zoneMs === null ? null : zoneMs / minuteMs,
    isLocalClock: zoneMs === null,
  };
}

/** Times before this year are invalid: there were no such files. */
export const earliestYear = 1990;
const minuteMs = 60_000;
/** No zone is further from UTC than Kiribati, at fourteen hours. */
export const maxUtcOffsetMinutes = 14 * 60;
const maxUtcOffsetMs = maxUtcOffsetMinutes * minuteMs;

function offsetMs(offset: string | null): number | null {
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(offset ?? "");
  if (!found) return null;
  const ms = (Number(found[2]) * 60 + Number(found[3])) * minuteMs;
  return ms <= maxUtcOffsetMs ? (found[1] === "-" ? -ms : ms) : null;
}

/** The zones in use that are no whole hours, in minutes. */
const oddZones = [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825];
const zones = [...Array.from({ length: 27 }, (_, i) => (i - 12) * 60), ...oddZones];
/** A phone's last GPS fix may be some minutes old. */
const maxSatelliteAgeMinutes = 15;

function zoneBySatellite(clock: number, satellite: number | null): number | null {
  if (satellite === null) return null;
  const minutes = (clock - satellite) / minuteMs;
  const off = (zone: number) => Math.abs(zone - minutes);
  const nearest = zones.reduce((best, zone) => (off(zone) < off(best) ? zone : best));
  return off(nearest) <= maxSatelliteAgeMinutes ? nearest * minuteMs : null;
}

function gpsMoment(date: string | null, time: number[]): number | null {
  const day = /^(\d{4}):(\d\d):(\d\d)$/.exec(date ?? "");
  const [hour, minute, second] = time;
  if (!day || hour === undefined || minute === undefined || second === undefined) return null;
  const moment = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]), hour, minute, second);
  return Number.isFinite(moment) ? moment : null;
}
