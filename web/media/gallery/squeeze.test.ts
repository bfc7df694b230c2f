import { describe, expect, it } from "vitest";
import { squeezeOf, tallest } from "./squeeze.ts";

it("leaves a wall that browsers can make as it is", () => {
  const { height, isSqueezed, toWall, toElement } = squeezeOf(tallest);
  expect([height, isSqueezed, toWall(tallest), toElement(5), toElement(-80)]).toEqual([
    tallest,
    false,
    tallest,
    5,
    -80,
  ]);
});

describe.each([tallest + 1, 40_000_000, 900_000_000])("a wall of %i pixels", (tall) => {
  const { height, isSqueezed, toWall, toElement } = squeezeOf(tall);

  it("fits an element from its first pixel to its last", () => {
    expect([height, isSqueezed]).toEqual([tallest, true]);
    expect([toWall(0), toWall(tallest)]).toEqual([0, tall]);
    expect([toElement(0), toElement(tall)]).toEqual([0, tallest]);
  });

  it("has every place once, in order, and finds it back", () => {
    let before = -Infinity;
    for (let n = -1; n <= 1000; n++) {
      const y = (tall / 1000) * n;
      const at = toElement(y);
      expect(at).toBeGreaterThan(before);
      expect(Math.abs(toWall(at) - y)).toBeLessThan(0.01);
      before = at;
    }
  });

  it("is not squeezed at its ends", () => {
    expect(toWall(1000) - toWall(-80)).toBe(1080);
    expect(toWall(tallest + 50) - toWall(tallest - 1000)).toBe(1050);
  });
});
