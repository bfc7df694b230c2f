import { gradientOf, textOn } from "#contract/award-look.ts";

/** Background and text colour of a category, as an inline style. */
export function paintOf(color: string): { readonly backgroundImage: string; readonly color: string } {
  return { backgroundImage: `linear-gradient(120deg, ${gradientOf(color).join(", ")})`, color: textOn(color) };
}
