import { expect, test } from "vitest";
import { flightOf, lastsMs, pieceCount } from "./flight.ts";

const pieces = Array.from({ length: pieceCount }, (_, piece) => piece);

test("confetti starts in the middle and rises at once", () => {
  for (const piece of pieces) {
    const start = flightOf(piece, 0);
    expect(Math.hypot(start.x, start.y)).toBeCloseTo(0);
    expect(flightOf(piece, 0.3).y).toBeLessThan(0);
  }
});

test("confetti spreads over the screen and has fallen out of it in the end", () => {
  const high = pieces.map((piece) => flightOf(piece, 0.8));
  expect(Math.min(...high.map(({ x }) => x))).toBeLessThan(-0.4);
  expect(Math.max(...high.map(({ x }) => x))).toBeGreaterThan(0.4);
  for (const piece of pieces) expect(flightOf(piece, lastsMs / 1000).y).toBeGreaterThan(0.4);
});
