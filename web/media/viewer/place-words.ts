import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";

export type Place = NonNullable<Answer<Calls["GET /api/media/:id/place"]>["place"]>;

/** "43°28′50″ N, 1°33′24″ W": a second is some thirty metres. */
export const coordinatesOf = ({ latitude, longitude }: Place): string =>
  `${written(latitude, "N", "S")}, ${written(longitude, "E", "W")}`;

function written(degrees: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  const [d, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${d}°${m}′${s}″ ${degrees < 0 ? negative : positive}`;
}

/** "12 m above the sea"; nothing when the file does not say. */
export function heightOf({ altitude }: Place): string | undefined {
  if (altitude === null) return undefined;
  const metres = Math.round(altitude);
  return metres === 0 ? "At sea level" : `${Math.abs(metres)} m ${metres < 0 ? "below" : "above"} the sea`;
}

/** The map of a phone that has one address for all its map apps, or else a page of OpenStreetMap. */
export function mapOf({ latitude, longitude }: Place, userAgent: string) {
  const point = `${latitude},${longitude}`;
  if (/Android/.test(userAgent)) return { href: `geo:${point}?q=${point}`, isPage: false, teller: "your map app" };
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return { href, isPage: true, teller: "OpenStreetMap" };
}
