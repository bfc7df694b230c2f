import { describe, expect, it } from "vitest";
import { type Gradient, contrast, gradientOf, textOn } from "#contract/award-look.ts";
import { colors } from "#contract/categories.ts";
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

  it("text is white on dark colours and ink on light ones", () => {
    expect(textOn(["#000000", "#101010"])).toBe("#ffffff");
    expect(textOn(["#ffffff", "#f0f0f0"])).toBe("#0b2530");
  });

  it("contrast is measured as WCAG defines it", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#ff0000", "#ff0000")).toBe(1);
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
