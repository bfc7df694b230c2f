/** A plain paragraph, words of a person set apart, or a list. */
export type Paragraph = string | { readonly quote: string } | { readonly list: readonly string[] };

export interface Draft {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  /** The one thing to do. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Small print: why this mail came, and what happens to whoever ignores it. */
  readonly footnote: string;
  /** Where to say that one wants no more of these: on letters that nobody asked for. */
  readonly noMail?: string;
}

/** The words of that link. */
export const noMoreMail = "No more mails like this";

/** Text that a person typed, in lines, without signs that would hide or turn what follows. */
export const lines = (text: string): string[] =>
  text.split(/\r\n?|[\n\u0085\u2028\u2029]/).map((line) =>
    line
      .replaceAll(unseen, "")
      .replaceAll(/\p{Cc}/gu, " ")
      .trimEnd(),
  );

/** A name or a subject on one line, whatever it held. A name that runs from right to left leaves the rest of its sentence alone. */
export function oneLine(text: string): string {
  const clean = text
    .replaceAll(unseen, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
}

/**
 * The first words of a letter to an address that nobody may have shown to be theirs: the name of its account is whatever somebody chose
 * to have sent there, so only what can be nothing but a name is said.
 */
export const hello = (firstName: string): string =>
  /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,29}$/u.test(firstName) ? `Hi ${oneLine(firstName)}` : "Hi";

/** Marks that turn the direction of what follows them, and lone halves of a character. */
const unseen = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
