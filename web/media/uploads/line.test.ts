import { describe, expect, it } from "vitest";
import { adapt, firstPieceBytes, freshLine, nextPiece, pauseAfter } from "./line.ts";

/** A line that carries so much, whatever is put on it, and so much of it for each file. */
function settle(whole: number, each: number) {
  let line = freshLine;
  for (let round = 0; round < 20; round++)
    line = adapt(line, { rate: Math.min(whole, each * line.atOnce), broke: false });
  return line.atOnce;
}

describe("files at once", () => {
  it("are as many as still make it faster", () => {
    expect(settle(1000, 100)).toBe(4);
    expect(settle(300, 100)).toBeLessThanOrEqual(4);
    expect(settle(100, 100)).toBeLessThan(4);
  });

  it("are fewer after a break, and never one alone, which a film could be", () => {
    expect(adapt({ atOnce: 4, rate: 9 }, { rate: 0, broke: true }).atOnce).toBe(2);
    expect(adapt({ atOnce: 3, rate: 9 }, { rate: 0, broke: true }).atOnce).toBe(2);
    expect(adapt({ atOnce: 3, rate: 9 }, { rate: 1, broke: false }).atOnce).toBe(2);
    expect(adapt({ atOnce: 2, rate: 9 }, { rate: 1, broke: false }).atOnce).toBe(2);
  });
});

describe("a piece", () => {
  it("takes about eight seconds on any line", () => {
    for (const rate of [200_000, 1_000_000, 3_000_000]) {
      let piece = firstPieceBytes;
      for (let n = 0; n < 10; n++) piece = nextPiece(piece, (piece / rate) * 1000);
      expect(piece / rate).toBeGreaterThan(5);
      expect(piece / rate).toBeLessThan(11);
    }
  });

  it("is neither tiny on a bad line nor huge on a good one", () => {
    expect(nextPiece(1_048_576, 600_000)).toBe(1_048_576);
    expect(nextPiece(32 * 1_048_576, 1)).toBe(32 * 1_048_576);
  });
});

it("pauses grow to half a minute, and are not the same for everybody", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((tries) => pauseAfter(tries, 0))).toEqual(
    [1, 3, 5, 10, 20, 30, 30].map((seconds) => seconds * 1000),
  );
  expect(pauseAfter(1, 1)).toBe(3750);
});
