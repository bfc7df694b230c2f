import { expect, it } from "vitest";
import { coordinatesOf, heightOf, mapOf } from "./place-words.ts";

const place = (latitude: number, longitude: number, altitude: number | null = null) => ({
  latitude,
  longitude,
  altitude,
});

it("a place is written as on a map", () => {
  expect(coordinatesOf(place(43.480556, -1.556667))).toBe("43°28′50″ N, 1°33′24″ W");
  expect(coordinatesOf(place(-36.99999, 174.5))).toBe("37°0′0″ S, 174°30′0″ E");
});

it("a height is told when there is one", () => {
  expect([12.4, -3, 0.2, null].map((altitude) => heightOf(place(0, 1, altitude)))).toEqual([
    "12 m above the sea",
    "3 m below the sea",
    "At sea level",
    undefined,
  ]);
});

it("the map is the phone's own where it has an address, else a page", () => {
  const spot = place(43.48, -1.55);
  expect(mapOf(spot, "Mozilla/5.0 (Linux; Android 15)").href).toBe("geo:43.48,-1.55?q=43.48,-1.55");
  expect(mapOf(spot, "Mozilla/5.0 (iPhone)").href).toBe(
    "https://www.openstreetmap.org/?mlat=43.48&mlon=-1.55#map=16/43.48/-1.55",
  );
});
