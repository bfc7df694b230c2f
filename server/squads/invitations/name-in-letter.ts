import { hasLink } from "#contract/invitations.ts";
import { oneLine } from "../../platform/mail/draft.ts";

const maxCharacters = 40;

/** A name that people typed, as letters to strangers show it: on one line, at most 40 characters, and replaced if it holds a link. */
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
