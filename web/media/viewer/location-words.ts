import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";

export type PhotoLocation = NonNullable<Answer<Calls["GET /api/media/:id/place"]>["place"]>;

/** "43°28′50″ N, 1°33′24″ W". A second of latitude is about thirty metres. */
export const coordinatesOf = ({ latitude, longitude }: PhotoLocation): string =>
  `${toDegrees(latitude, "N", "S")}, ${toDegrees(longitude, "E", "W")}`;

function toDegrees(degrees: number, positive: string, negative: string): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  const [d, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${d}°${m}′${s}″ ${degrees < 0 ? negative : positive}`;
}

/** "12 m above the sea"; undefined if the file has no altitude. */
export function heightOf({ altitude }: PhotoLocation): string | undefined {
  if (altitude === null) return undefined;
  const metres = Math.round(altitude);
  if (metres === 0) return "At sea level";
  return metres < 0 ? `${-metres} m below the sea` : `${metres} m above the sea`;
}

/** The link to a map: on Android for its map apps, elsewhere a page of OpenStreetMap. `sharedWith` names who learns the location then. */
export function mapOf({ latitude, longitude }: PhotoLocation, userAgent: string) {
  const point = `${latitude},${longitude}`;
  if (/Android/.test(userAgent)) return { href: `geo:${point}?q=${point}`, isPage: false, sharedWith: "your map app" };
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return { href, isPage: true, sharedWith: "OpenStreetMap" };
}
