// Decision 087: the form in which texts that people write are kept.

const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?\uFE0F?`;
/** England, Scotland and Wales: the flags that are spelled in invisible letters. */
const flags = ["\u{E0065}\u{E006E}\u{E0067}", "\u{E0073}\u{E0063}\u{E0074}", "\u{E0077}\u{E006C}\u{E0073}"];
const otherLetter = String.raw`(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}])\p{L}`;
const needed = [
  `\u{1F3F4}\u{E0067}\u{E0062}(?:${flags.join("|")})\u{E007F}`,
  // Emoji alone, as keycaps, and joined by U+200D (Unicode Technical Standard 51).
  `${emoji}(?:\\u200D${emoji})*`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  // Joiners between letters of scripts whose spelling needs them, such as Persian and Malayalam.
  String.raw`(?<=${otherLetter}\p{M}*)[\u200C\u200D](?=${otherLetter})`,
];
/** Format characters that show as signs, such as the Arabic sign before a year. */
const signs = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;
/** Characters that nobody sees, or that turn the direction of the text. U+0000 is refused as a whole. */
const hidden = String.raw`(?![\0\t\n${signs}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
const neededOrHidden = new RegExp(`(${needed.join("|")})|${hidden}`, "gu");

/** Letters that look like a space: those without a sound in Hangul, and Braille without a dot. */
const blanks = /[\u115F\u1160\u2800\u3164\uFFA0]/gu;
/** JavaScript counts U+FEFF as a space, and nobody sees it. */
const spaces = /[^\S\uFEFF]+/gu;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** The text without characters that nobody sees, except those that emoji and the spelling of some scripts need. */
export const withoutHidden = (text: string): string => text.replaceAll(neededOrHidden, "$1");

/** Whether a text has a visible character. A name of zero-width characters has none. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutHidden(text));

const withPlainBreaks = (text: string) => text.replaceAll(lineBreaks, "\n").replaceAll(blanks, " ");

/** A text on one line in Unicode's form NFC, trimmed, with single plain spaces. Hidden characters stay, for the caller to refuse. */
export const onOneLine = (text: string): string =>
  withPlainBreaks(text).replaceAll(spaces, " ").normalize("NFC").trim();

/** A text on one line in Unicode's form NFC, trimmed, with single plain spaces and no hidden characters. */
export const oneLine = (text: string): string => onOneLine(withoutHidden(withPlainBreaks(text)));

/** A text in Unicode's form NFC, trimmed, without hidden characters. It keeps its lines. */
export const severalLines = (text: string): string => withoutHidden(withPlainBreaks(text)).normalize("NFC").trim();
