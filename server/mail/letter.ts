import { type Draft, lines, oneLine } from "./draft.ts";
import { letterHtml } from "./letter-html.ts";

/** A mail before it has a sender: one address, one line, and the same message twice. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The message as plain text and as HTML in the look of the product. Everything in a draft is text and stays text. */
export const letterOf = (draft: Draft): Pick<Letter, "text" | "html"> => ({
  text: letterText(draft),
  html: letterHtml(draft),
});

function letterText({ title, paragraphs, button, footnote }: Draft): string {
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
    `--\n${footnote}`,
  ];
  return parts.join("\n\n");
}
