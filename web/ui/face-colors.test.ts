import { expect, test } from "vitest";
import { dealFaceColors, faceColors } from "./face-colors.tsx";

const crews = Array.from({ length: 200 }, () => Array.from({ length: 20 }, () => crypto.randomUUID()));

test("people of a crew have different colours as long as there are colours", () => {
  for (const crew of crews) {
    const colors = [...dealFaceColors(crew).values()];
    expect(new Set(colors.slice(0, faceColors.length)).size).toBe(faceColors.length);
    expect(new Set(colors.slice(faceColors.length, 2 * faceColors.length)).size).toBe(faceColors.length);
  }
});

test("a person who joins changes no other's colour", () => {
  for (const crew of crews)
    for (const [joined] of crew.entries())
      expect([...dealFaceColors(crew)].slice(0, joined)).toEqual([...dealFaceColors(crew.slice(0, joined))]);
});
