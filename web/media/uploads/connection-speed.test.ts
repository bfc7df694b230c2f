import { describe, expect, it } from "vitest";
import { adaptConcurrency, firstPieceBytes, initialThroughput, nextPiece } from "./connection-speed.ts";

/** The concurrency after a minute on a connection with this speed in all and for each file. */
function settle(whole: number, each: number) {
  let throughput = initialThroughput;
  for (let round = 0; round < 20; round++)
    throughput = adaptConcurrency(throughput, {
      bytesPerSecond: Math.min(whole, each * throughput.concurrency),
      isBroken: false,
    });
  return throughput.concurrency;
}

describe("the number of files sent at once", () => {
  it("grows while more files are faster", () => {
    expect(settle(1000, 100)).toBe(4);
    expect(settle(300, 100)).toBeLessThanOrEqual(4);
    expect(settle(100, 100)).toBeLessThan(4);
  });

  it("halves after a break and stays at two at least", () => {
    const after = (concurrency: number, seen: { bytesPerSecond: number; isBroken: boolean }) =>
      adaptConcurrency({ concurrency, bytesPerSecond: 9 }, seen).concurrency;
    expect(after(4, { bytesPerSecond: 0, isBroken: true })).toBe(2);
    expect(after(3, { bytesPerSecond: 0, isBroken: true })).toBe(2);
    expect(after(3, { bytesPerSecond: 1, isBroken: false })).toBe(2);
    expect(after(2, { bytesPerSecond: 1, isBroken: false })).toBe(2);
  });
});

describe("a piece", () => {
  it("takes about eight seconds on any connection", () => {
    for (const rate of [200_000, 1_000_000, 3_000_000]) {
      let piece = firstPieceBytes;
      for (let n = 0; n < 10; n++) piece = nextPiece(piece, (piece / rate) * 1000);
      expect(piece / rate).toBeGreaterThan(5);
      expect(piece / rate).toBeLessThan(11);
    }
  });

  it("has at least 1 MB and at most 32 MB", () => {
    expect(nextPiece(1_048_576, 600_000)).toBe(1_048_576);
    expect(nextPiece(32 * 1_048_576, 1)).toBe(32 * 1_048_576);
  });
});
