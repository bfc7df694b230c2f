/** How awards look, on pages and on pictures that the server draws. */

/** The font-icon class strings that the form offers; anything else is drawn as the trophy. */
export const icons = [
  "fas fa-trophy",
  "fas fa-laugh",
  "fas fa-water",
  "fas fa-fire",
  "fas fa-star",
  "fas fa-heart",
  "fas fa-camera",
  "fas fa-anchor",
  "fas fa-sun",
  "fas fa-fish",
] as const;
export type Icon = (typeof icons)[number];

/** The icon itself, or the trophy for an unknown one. */
export const knownIcon = (icon: string): Icon => icons.find((one) => one === icon) ?? "fas fa-trophy";

/** The two colours of a category's gradient, as `#rrggbb`. */
export type Gradient = readonly [string, string];

const gray: Gradient = ["#cfd8da", "#9fb0b6"];

const gradients: ReadonlyMap<string, Gradient> = new Map([
  ["red", ["#ff8f7a", "#f06358"]],
  ["orange", ["#ffc94d", "#ff8f5a"]],
  ["yellow", ["#ffe58a", "#ffc32e"]],
  ["green", ["#c6e7a2", "#6fc48d"]],
  ["blue", ["#8fe0d6", "#5cc0e0"]],
  ["purple", ["#5f3ea8", "#8a3f9c"]],
  ["pink", ["#ffc2d3", "#ff85a6"]],
  ["brown", ["#8a4f2a", "#5e3520"]],
  ["black", ["#27424d", "#071b23"]],
]);

/** The gradient of a category's colour; gray for unknown colours. */
export const gradientOf = (color: string): Gradient => gradients.get(color) ?? gray;

const ink = "#0b2530";
const white = "#ffffff";

/** The text colour for a gradient, ink or white: the one with more contrast at the gradient's worse end. */
export function textOn([from, to]: Gradient): string {
  const worst = (text: string) => Math.min(contrast(text, from), contrast(text, to));
  return worst(ink) >= worst(white) ? ink : white;
}

/** The contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
