import { type Draft, lines, noMoreMail, oneLine } from "./draft.ts";
import { letterHtml } from "./letter-html.ts";

/** A mail before it has a sender: one address, one line, and the same message twice. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where whoever gets it says that they want no more; every letter that nobody asked for has it. */
  readonly noMail?: string | undefined;
  /** Written twice it does the same for its reader: what came with the first one still counts after the second. */
  readonly isSameEachTry?: true;
}

/** The message as plain text and as HTML in the look of the product. Everything in a draft is text and stays text. */
export const letterOf = (draft: Draft): Pick<Letter, "text" | "html" | "noMail"> => ({
  text: letterText(draft),
  html: letterHtml(draft),
  noMail: draft.noMail,
});

function letterText({ title, paragraphs, button, footnote, noMail }: Draft): string {
  const parts = [
    title,
    ...paragraphs.map((paragraph) => {
      if (typeof paragraph === "string") return paragraph;
      if ("list" in paragraph) return paragraph.list.map((item) => `- ${oneLine(item)}`).join("\n");
      return lines(paragraph.quote)
        .map((line) => `> ${line}`.trimEnd())
        .join("\n");
    }),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\n${footnote}${noMail ? `\n\n${noMoreMail}:\n${noMail}` : ""}`,
  ];
  return parts.join("\n\n");
}
