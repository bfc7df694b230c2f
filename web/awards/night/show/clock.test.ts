import fc from "fast-check";
import { expect, test } from "vitest";
import { offsetOf } from "./clock.ts";

test("the answer with the shortest round trip sets the clock", () => {
  expect(
    offsetOf([
      { asked: 0, server: 5400, heard: 800 },
      { asked: 1000, server: 6010, heard: 1020 },
      { asked: 2000, server: 7300, heard: 2400 },
    ]),
  ).toBe(5000);
  expect(offsetOf([])).toBe(0);
});

test("the error is at most half of the shortest round trip", () => {
  const trip = fc.record({ out: fc.integer({ min: 0, max: 900 }), back: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(trip, { minLength: 1, maxLength: 6 }), fc.integer({ min: -1e6, max: 1e6 }), (trips, ahead) => {
      const samples = trips.map(({ out, back }, i) => {
        const asked = i * 2000;
        return { asked, server: asked + out + ahead, heard: asked + out + back };
      });
      const shortest = Math.min(...trips.map(({ out, back }) => out + back));
      expect(Math.abs(offsetOf(samples) - ahead)).toBeLessThanOrEqual(shortest / 2);
    }),
  );
});
