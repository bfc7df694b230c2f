import { describe, expect, test } from "vitest";
import { contrast } from "../testing/contrast.ts";
import tokens from "./tokens.css?raw";

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

const declarations = new Map([...tokens.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]));

/** The value of a token in a theme, with each `light-dark()` and `var()` resolved. */
function valueOf(token: string, theme: Theme): string {
  const declared = declarations.get(token);
  if (declared === undefined) throw new Error(`tokens.css has no --${token}`);
  const both = /^light-dark\((.+), (.+)\)$/.exec(declared);
  const value = both ? both[theme === "light" ? 1 : 2]! : declared;
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  return reference ? valueOf(reference[1]!, theme) : value;
}

const surfaces = ["page", "card", "tint"];
const faces = [1, 2, 3, 4, 5, 6].map((number) => `face-${number}`);

/** Each text colour with the backgrounds that pages use it on. */
const texts: Readonly<Record<string, readonly string[]>> = {
  text: surfaces,
  "text-soft": surfaces,
  alarm: surfaces,
  good: surfaces,
  "on-action": ["action"],
  "on-spot": ["spot"],
  "on-win": ["win"],
  "on-danger": ["danger"],
  "on-medal": ["gold", "silver", "bronze"],
  "on-photo": ["scrim"],
  "on-face": faces,
};

/** The colours of lines that carry meaning: the edge of a field, a card or a button, and the focus ring. */
const lines: Readonly<Record<string, readonly string[]>> = {
  "field-line": surfaces,
  "edge-color": surfaces,
  focus: surfaces,
};

const pairs = (all: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(all).flatMap(([color, backgrounds]) => backgrounds.map((background) => [color, background] as const));

describe.each(themes)("in the %s theme", (theme) => {
  const between = (color: string, background: string) => contrast(valueOf(color, theme), valueOf(background, theme));

  test.each(pairs(texts))("text in %s on %s has a contrast of at least 4.5", (color, background) => {
    expect(between(color, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(lines))("a line in %s on %s has a contrast of at least 3", (color, background) => {
    expect(between(color, background)).toBeGreaterThanOrEqual(3);
  });
});

test("words on a shaded white picture have a contrast of at least 4.5", () => {
  const share = Number.parseInt(valueOf("shade-least", "light")) / 100;
  const ground = valueOf("scrim", "light").replaceAll(/[0-9a-f]{2}/g, (channel) =>
    Math.round(Number.parseInt(channel, 16) * share + 255 * (1 - share)).toString(16),
  );
  expect(contrast(ground, valueOf("on-photo", "light"))).toBeGreaterThanOrEqual(4.5);
});

test("contrast is measured as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ff0000", "#ff0000")).toBe(1);
});
