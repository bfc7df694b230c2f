export interface GeoPoint {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number | null;
}

/** The coordinates, rounded; null when they are impossible, or both zero, as cameras without reception write them. */
export function geoPoint(latitude: number | null, longitude: number | null, altitude: number | null): GeoPoint | null {
  if (latitude === null || longitude === null) return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
  if (!isOnEarth) return null;
  const rounded = (degree: number) => Math.round(degree * 1e6) / 1e6;
  const height = altitude !== null && Math.abs(altitude) < 12_000 ? Math.round(altitude * 10) / 10 : null;
  return { latitude: rounded(latitude), longitude: rounded(longitude), altitude: height };
}

/** The letters of the halves of the earth. */
const halves = { latitude: { N: 1, S: -1 }, longitude: { E: 1, W: -1 } } as const;
export type Axis = keyof typeof halves;

/** The letter that says the same as the sign of a number. */
export const halfBySign = (axis: Axis, isNegative: boolean): string =>
  (axis === "latitude" ? "NS" : "EW").charAt(isNegative ? 1 : 0);

/**
 * Degrees, minutes and seconds as one number, north or east positive. The first letter of `half` decides ("S", "west"); without it the
 * place is not known. A part without a value (0/0) behind a good one counts as zero.
 */
export function degreesOf(axis: Axis, parts: readonly number[], half: string | null): number | null {
  const signs: Readonly<Record<string, number>> = halves[axis];
  const sign = signs[half?.trim().charAt(0).toUpperCase() ?? ""];
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts.map((part, i) =>
    i > 0 && Number.isNaN(part) ? 0 : part,
  );
  const sum = Math.abs(whole) + minutes / 60 + seconds / 3600;
  const isReal = minutes >= 0 && minutes < 60 && seconds >= 0 && seconds <= 60 && Number.isFinite(sum);
  // The sign of a number and its letter may not contradict each other.
  if (sign === undefined || !isReal || (whole < 0 && sign > 0)) return null;
  return sign * sum;
}

/** The height above the sea (EXIF 3.0, GPSAltitudeRef: 1 and 3 are below). */
export function altitudeOf(height: number | undefined, reference: number | undefined): number | null {
  if (height === undefined || !Number.isFinite(height)) return null;
  return reference === 1 || reference === 3 ? -Math.abs(height) : height;
}

/** Reads "+43.4805-001.5568+012.5/", also with minutes (±DDMM.M) or with seconds (±DDMMSS.S) (ISO 6709, annex H). */
export function placeInIso6709(text: string): GeoPoint | null {
  const [, latitude, longitude, altitude] =
    /([+-]\d+(?:\.\d+)?)[,; ]{0,2}([+-]\d+(?:\.\d+)?)(?:[,; ]{0,2}([+-]\d+(?:\.\d+)?))?/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const height = altitude === undefined ? null : Number(altitude);
  return geoPoint(inPairs("latitude", latitude), inPairs("longitude", longitude), height);
}

/** Reads a number whose digits before the point are degrees, or end with two digits of minutes, or of minutes and of seconds. */
function inPairs(axis: Axis, signed: string): number | null {
  const [, sign, digits = "", rest = ""] = /^([+-])(\d+)(\.\d+)?$/.exec(signed) ?? [];
  const pairs = Math.max(0, Math.ceil((digits.length - (axis === "latitude" ? 2 : 3)) / 2));
  if (pairs > 2) return null;
  const cuts = [
    digits.slice(0, digits.length - 2 * pairs),
    ...(digits.slice(digits.length - 2 * pairs).match(/../g) ?? []),
  ];
  const parts = cuts.map((cut, i) => Number(i === pairs ? cut + rest : cut));
  return degreesOf(axis, parts, halfBySign(axis, sign === "-"));
}
