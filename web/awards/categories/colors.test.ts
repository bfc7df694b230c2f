import { describe, expect, it } from "vitest";
import { type Gradient, gradientOf, textOn } from "#contract/award-look.ts";
import { colors } from "#contract/categories.ts";
import { contrast } from "../../ui/testing/contrast.ts";
import { paintOf } from "./colors.ts";

describe("the colours of award categories", () => {
  it("each known colour has its own gradient, and an unknown colour is gray", () => {
    const all = [...colors, "chartreuse"].map((color) => gradientOf(color).join());
    expect(new Set(all).size).toBe(colors.length + 1);
    expect(gradientOf("chartreuse")).toEqual(gradientOf("gray"));
  });

  it.each([...colors, "gray"])("text on %s has a contrast of at least 4.5 from end to end", (color) => {
    const [from, to] = gradientOf(color);
    for (let part = 0; part <= 1; part += 0.05) {
      const between = mix(from, to, part);
      expect(contrast(paintOf(color).color, between)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([...colors, "gray"])("text on %s has the colour with more contrast at the worse end", (color) => {
    const worst = (text: string) => Math.min(...gradientOf(color).map((end) => contrast(text, end)));
    const [ink, white] = ["#0b2530", "#ffffff"];
    expect(textOn(color)).toBe(worst(ink) >= worst(white) ? ink : white);
  });
});

function mix(from: Gradient[0], to: Gradient[1], part: number): string {
  const at = (color: string, index: number) => Number.parseInt(color.slice(index, index + 2), 16);
  return `#${[1, 3, 5]
    .map((index) =>
      Math.round(at(from, index) * (1 - part) + at(to, index) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
