import { ink, white } from "./paints.ts";

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
const dark: ReadonlySet<string> = new Set(["purple", "brown", "black"]);

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

/** The text colour on the gradient of a category's colour, ink or white: the one with more contrast. */
export const textOn = (color: string): string => (dark.has(color) ? white : ink);
