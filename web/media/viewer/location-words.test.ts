import { expect, it } from "vitest";
import { coordinatesOf, heightOf, mapOf } from "./location-words.ts";

const at = (latitude: number, longitude: number, altitude: number | null = null) => ({
  latitude,
  longitude,
  altitude,
});

it("a location is written in degrees, minutes and seconds", () => {
  expect(coordinatesOf(at(43.480556, -1.556667))).toBe("43°28′50″ N, 1°33′24″ W");
  expect(coordinatesOf(at(-36.99999, 174.5))).toBe("37°0′0″ S, 174°30′0″ E");
});

it("the altitude is shown if the file has one", () => {
  expect([12.4, -3, 0.2, null].map((altitude) => heightOf(at(0, 1, altitude)))).toEqual([
    "12 m above the sea",
    "3 m below the sea",
    "At sea level",
    undefined,
  ]);
});

it("the map is an app on Android and a web page elsewhere", () => {
  const spot = at(43.48, -1.55);
  expect(mapOf(spot, "Mozilla/5.0 (Linux; Android 15)").href).toBe("geo:43.48,-1.55?q=43.48,-1.55");
  expect(mapOf(spot, "Mozilla/5.0 (iPhone)").href).toBe(
    "https://www.openstreetmap.org/?mlat=43.48&mlon=-1.55#map=16/43.48/-1.55",
  );
});
