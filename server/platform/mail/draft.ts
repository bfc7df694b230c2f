/** A plain paragraph, a quote of a person's words, or a list. */
export type Paragraph = string | { readonly quote: string } | { readonly list: readonly string[] };

export interface Draft {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  /** The main link. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Small print: why this mail came, and what happens if it is ignored. */
  readonly footnote: string;
  /** The unsubscribe link, on unrequested letters. */
  readonly noMail?: string;
}

/** The text of the unsubscribe link. */
export const unsubscribeLabel = "No more mails like this";

/** Splits a person's text into lines, without characters that hide or reverse the text after them. */
export const lines = (text: string): string[] =>
  text.split(/\r\n?|[\n\u0085\u2028\u2029]/).map((line) =>
    line
      .replaceAll(invisible, "")
      .replaceAll(/\p{Cc}/gu, " ")
      .trimEnd(),
  );

/** Puts a name or a subject on one line. A right-to-left name is isolated, so that it does not reorder the sentence around it. */
export function oneLine(text: string): string {
  const clean = text
    .replaceAll(invisible, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
}

/** The greeting to an unconfirmed address. Strangers can choose the first name, so only letters and name punctuation are accepted. */
export const greeting = (firstName: string): string =>
  /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,29}$/u.test(firstName) ? `Hi ${oneLine(firstName)}` : "Hi";

/** Marks that change the text direction, and lone surrogates. */
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
