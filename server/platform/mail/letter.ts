import { type Draft, lines, unsubscribeLabel, oneLine } from "./draft.ts";
import { letterHtml } from "./letter-html.ts";

/** A mail without a sender: one address, a subject, and the same content as text and as HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The unsubscribe link, on every unrequested letter. */
  readonly noMail?: string | undefined;
  /** An iCalendar file that comes along. */
  readonly calendar?: string;
  /** Each try has the same content: links in an earlier copy still work after a later one. */
  readonly isSameEachTry?: true;
}

/** Formats a draft as plain text and as HTML in our style. The draft's strings are escaped. */
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
    `--\n${footnote}${noMail ? `\n\n${unsubscribeLabel}:\n${noMail}` : ""}`,
  ];
  return parts.join("\n\n");
}
