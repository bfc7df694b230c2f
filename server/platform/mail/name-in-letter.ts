import { hasLink } from "#contract/invitations.ts";
import { oneLine } from "./letter.ts";

const maxCharacters = 40;

/** A name that people typed, as letters show it: on one line, at most 40 characters, and replaced if it holds a web address. */
export function nameInLetter(name: string, replacement: string): string {
  if (hasLink(name)) return replacement;
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  const shown = Array.from(characters.segment(name), ({ segment }) => segment);
  return oneLine(
    shown.length > maxCharacters
      ? `${shown
          .slice(0, maxCharacters - 1)
          .join("")
          .trimEnd()}…`
      : name,
  );
}

/** The same in quotation marks. The replacement has none. */
export function quotedInLetter(name: string, replacement: string): string {
  const shown = nameInLetter(name, replacement);
  return shown === replacement ? shown : `“${shown}”`;
}
