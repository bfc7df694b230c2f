import PostalMime from "postal-mime";
import { type Refusal, refusalBy } from "./refusal.ts";

/** What a report of a mail server says (RFC 3464). */
export interface Bounce {
  /** Where it came to: the envelope sender of the mail that did not arrive. */
  readonly to: readonly string[];
  /** Null: the mail is only late, or has arrived. */
  readonly refusal: Refusal | null;
}

/** Null: no report of a delivery, such as the answer of somebody on holiday. */
export async function readBounce(raw: Uint8Array): Promise<Bounce | null> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const report = mail.attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (!report) return null;
  const fields = fieldsOf(textOf(report.content));
  // The first group is about the report itself, each other about one address; our mails go to one.
  const about = fields.find((group) => group.has("action"));
  if (!about) return null;
  const to = [mail.deliveredTo, ...(mail.to ?? []).map(({ address }) => address)];
  for (const { key, value } of mail.headers)
    if (/^(delivered-to|envelope-to|x-original-to)$/.test(key)) to.push(value.trim());
  const said = (about.get("diagnostic-code") ?? "").replace(/^smtp;\s*/i, "");
  return {
    to: to.filter((address) => address !== undefined),
    refusal:
      about.get("action")?.toLowerCase() === "failed"
        ? { ...refusalBy(`${about.get("status") ?? ""} ${said}`), said: said && refusalBy(said).said }
        : null,
  };
}

const textOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

/** Groups of header fields with a blank line between them. */
function fieldsOf(text: string): ReadonlyMap<string, string>[] {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/\n[ \t]+/g, " ")
    .split(/\n\s*\n/)
    .map(
      (group) =>
        new Map(
          group.split("\n").map((line) => {
            const colon = line.indexOf(":");
            return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
          }),
        ),
    );
}
