import { randomUUID } from "node:crypto";
import type { Letter } from "./letter.ts";

/** A mail as it goes over the wire. */
export interface Message {
  /** The job that sends it. */
  readonly id: string;
  /** Addresses alone, for the envelope. */
  readonly from: string;
  readonly to: string;
  /** RFC 5322, lines ended by CRLF. */
  readonly raw: Buffer;
}

/** Who the mails are from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * A letter as MIME: text and HTML side by side, quoted-printable. Each try is a message of its own: what an earlier one carried may
 * have been replaced, and mail programs hide a second message with the id of the first.
 */
export async function messageOf(id: string, from: Sender, letter: Letter): Promise<Message> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: "", address: letter.to },
    // A line break in a subject would begin a header of its own.
    subject: letter.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim(),
    text: letter.text,
    html: letter.html,
    newline: "windows",
    textEncoding: "quoted-printable",
    date: new Date(),
    messageId: `<${randomUUID()}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from: from.address, to: letter.to, raw: await composer.compile().build() };
}
