// Written by hand because one layout needs no build step, which mjml and react-email bring.
import { darkRoles, lightRoles, paints } from "#contract/paints.ts";

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

// Mails cannot use our stylesheet.
const light = { ...lightRoles, soft: lightRoles["text-soft"], edge: lightRoles["edge-color"] };
const dark = { ...darkRoles, soft: darkRoles["text-soft"], edge: darkRoles["edge-color"] };
const { coral: action, ink: onAction, lagoon } = paints;
const body = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** For mail clients with a dark mode. Others use the light colours in each element's style. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: ${light.text}; }
@media (max-width: 480px) { .in { padding: 24px 20px 26px !important; } .title { font-size: 25px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.edge} !important; }
  .text, .text a, .name { color: ${dark.text} !important; }
  .soft, .soft a { color: ${dark.soft} !important; }
  .quote { background-color: ${dark.tint} !important; color: ${dark.text} !important; }
  .sun { border-color: ${dark.edge} !important; }
  .button { border-color: ${dark.edge} !important; box-shadow: 4px 4px 0 #000000 !important; }
}`;

/** The HTML of a letter, in tables and inline styles, because mail clients support those. It fetches no picture. */
function letterHtml({ title, paragraphs, button, footnote, noMail }: Draft): string {
  const preview = paragraphs.find((paragraph) => typeof paragraph === "string") ?? title;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${safe(oneLine(title))}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};">
<div style="display:none;max-height:0;overflow:hidden;">${safe(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:${light.page};">
<tr><td align="center" style="padding:28px 14px 36px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;text-align:left;">
<tr><td style="padding:0 4px 16px;">${logo}</td></tr>
<tr><td class="card in" style="${font(light.text, 16)}background-color:${light.card};border:2px solid ${light.edge};border-radius:18px;padding:32px 34px 34px;overflow-wrap:anywhere;word-break:break-word;">
<h1 class="text title" dir="auto" style="${font(light.text, 28)}margin:0 0 16px;line-height:1.15;font-weight:800;">${safe(title)}</h1>
${paragraphs.map(paragraphHtml).join("\n")}
${button ? buttonHtml(button) : ""}
</td></tr>
<tr><td class="soft" style="${font(light.soft, 14)}padding:18px 6px 0;overflow-wrap:anywhere;word-break:break-word;">
${button ? `<p style="margin:0 0 10px;">If the button does nothing, open this link: <a href="${safe(button.url)}" style="color:${light.soft};">${safe(button.url)}</a></p>` : ""}
<p dir="auto" style="margin:0;">${safe(footnote)}</p>
${noMail ? `<p style="margin:10px 0 0;"><a href="${safe(noMail)}" style="color:${light.soft};">${unsubscribeLabel}</a></p>` : ""}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const font = (color: string, size: number) => `font-family:${body};font-size:${size}px;line-height:1.5;color:${color};`;

const logo = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="24"><div class="sun" style="width:20px;height:20px;border:2px solid ${light.edge};border-radius:50%;background-color:${action};background-image:linear-gradient(${action} 55%, ${lagoon} 55%);font-size:0;line-height:0;">&nbsp;</div></td>
<td class="name" style="${font(light.text, 19)}padding-left:9px;font-weight:800;letter-spacing:-0.02em;">Swellmates</td>
</tr></table>`;

function paragraphHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string")
    return `<p class="text" dir="auto" style="margin:0 0 16px;color:${light.text};">${safe(paragraph)}</p>`;
  if ("list" in paragraph) {
    const items = paragraph.list.map((item) => `<li style="margin:0 0 6px;">${safe(oneLine(item))}</li>`);
    return `<ul class="text" style="margin:0 0 16px;padding-left:22px;color:${light.text};">${items.join("")}</ul>`;
  }
  const said = lines(paragraph.quote).map(safe).join("<br>");
  return `<blockquote class="quote" dir="auto" style="margin:0 0 16px;padding:14px 18px;border-radius:12px;background-color:${light.tint};color:${light.text};">${said}</blockquote>`;
}

/** A link that looks like our button. The link itself has the padding, so that all of it can be pressed. */
const buttonHtml = ({ label, url }: NonNullable<Draft["button"]>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:26px 0 4px;"><tr>
<td class="button" style="border:2px solid ${light.edge};border-radius:999px;background-color:${action};box-shadow:4px 4px 0 ${light.edge};">
<a href="${safe(url)}" style="${font(onAction, 16)}display:inline-block;padding:11px 24px;font-weight:800;text-decoration:none;border-radius:999px;">${safe(label)}</a>
</td></tr></table>`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const safe = (text: string) => text.replaceAll(/[&<>"']/g, (char) => entities[char]!);

/** A plain paragraph, a quote of a person's words, or a list. */
type Paragraph = string | { readonly quote: string } | { readonly list: readonly string[] };

interface Draft {
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
const unsubscribeLabel = "No more mails like this";

/** Splits a person's text into lines, without characters that hide or reverse the text after them. */
const lines = (text: string): string[] =>
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
