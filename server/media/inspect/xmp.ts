import { type WrittenTime, captureTimeOf } from "../clocks/capture-time.ts";
import { type Axis, type GeoPoint, altitudeOf, degreesOf, geoPoint, halfBySign } from "./places.ts";

/** The capture times and the location in an XMP packet. */
export interface Xmp {
  /** The most trusted first. */
  readonly times: readonly WrittenTime[];
  /** GPS time in ms. */
  readonly satellite: number | null;
  readonly place: GeoPoint | null;
}

export const noXmp: Xmp = { times: [], satellite: null, place: null };

/** Reads an XMP packet (ISO 16684-1). Never throws; corrupt metadata counts as none. */
export function readXmp(packet: Buffer | null): Xmp {
  if (!packet) return noXmp;
  // The zeros of UTF-16 fall away.
  const xml = packet.toString("latin1").replaceAll("\0", "");
  const zones = ["OffsetTimeOriginal", "OffsetTime"].map((name) => propertyIn(xml, name));
  const gps = propertyIn(xml, "GPSTimeStamp");
  const satellite = gps === null ? null : (captureTimeOf({ words: gps, zones: ["Z"] })?.takenAt ?? null);
  return {
    times: ["DateTimeOriginal", "DateCreated", "DateTimeDigitized", "CreateDate"]
      .map((name) => propertyIn(xml, name))
      .filter((words) => words !== null)
      .map((words) => ({ words, zones, fraction: propertyIn(xml, "SubSecTimeOriginal") })),
    satellite: satellite === null ? null : Date.parse(satellite),
    place: geoPoint(
      coordinateIn(xml, "latitude", "GPSLatitude"),
      coordinateIn(xml, "longitude", "GPSLongitude"),
      altitudeOf(fractionIn(propertyIn(xml, "GPSAltitude")), fractionIn(propertyIn(xml, "GPSAltitudeRef"))),
    ),
  };
}

/**
 * The value of a simple property, in whichever of the forms of RDF. Each repetition is bounded, so that a long packet costs no more than
 * its length. Names are compared without their namespaces, because packets differ in prefixes.
 */
function propertyIn(xml: string, name: string): string | null {
  const attribute = `\\s{0,9}=\\s{0,9}(?:"([^"<]{0,99})"|'([^'<]{0,99})')`;
  const element = `(?:\\s[^<>]{0,199})?>\\s{0,99}(?:<[^<>]{1,99}>\\s{0,99}){0,2}([^<>]{1,99})<`;
  const found = new RegExp(`[\\s<]\\w{1,32}:${name}(?:${attribute}|${element})`).exec(xml);
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim() || null;
}

/** Reads "43,28,50N" and "43,28.83N"; also "43.4805", with a sign or a letter beside it. */
function coordinateIn(xml: string, axis: Axis, name: string): number | null {
  const [, sign = "", numerals, letter] =
    /^([+-]?)(\d+(?:\.\d+)?(?:[, ] ?\d+(?:\.\d+)?){0,2}) ?([A-Z])?/i.exec(propertyIn(xml, name) ?? "") ?? [];
  if (numerals === undefined) return null;
  const parts = numerals.split(/[, ] ?/).map(Number);
  const half = letter ?? propertyIn(xml, `${name}Ref`);
  // Decimal degrees have a sign of their own.
  return degreesOf(axis, parts, half ?? (parts.length === 1 ? halfBySign(axis, sign === "-") : null));
}

/** Reads "125/10" and "12.5". */
function fractionIn(text: string | null): number | undefined {
  const [, above, below = "1"] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text ?? "") ?? [];
  return above === undefined ? undefined : Number(above) / Number(below);
}
