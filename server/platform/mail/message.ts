import { randomUUID } from "node:crypto";
import { asciiAddress } from "#contract/address.ts";
import type { Letter } from "./letter.ts";
import { Refused, noSuchAddress } from "./refusal.ts";

/** A finished mail. */
export interface Message {
  /** Addresses alone. Mail servers send reports about this mail to `from`. */
  readonly envelope: { readonly from: string; readonly to: string };
  /** In the form of RFC 5322; lines end with CRLF. */
  readonly raw: Buffer;
}

/** The sender of mails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Refuses characters that could end an address in the envelope or in a header. */
const plainAddress = /^[^\s<>"(),;:\\\p{Cc}]+@[^\s<>"(),;:\\@\p{Cc}]+$/u;

/**
 * Turns a letter into MIME with text and HTML, both quoted-printable. A letter that is the same on each try has its id as Message-ID, so that
 * mail programs show it once if it arrives twice. Any other letter has a new Message-ID on each try, because its links may replace those of an
 * earlier try.
 */
export async function messageOf(id: string, from: Sender, letter: Letter): Promise<Message> {
  const to = asciiAddress(letter.to);
  if (!plainAddress.test(to)) throw new Refused(noSuchAddress);
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: "", address: to },
    // A line break in the subject would begin another header.
    subject: letter.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim(),
    text: letter.text,
    html: letter.html,
    newline: "windows",
    textEncoding: "quoted-printable",
    date: new Date(),
    messageId: `<${letter.isSameEachTry ? id : randomUUID()}@${host}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(letter.noMail && {
        // One-click unsubscribe (RFC 8058).
        "List-Unsubscribe": { prepared: true, value: `<${letter.noMail}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...(letter.calendar !== undefined && {
      attachments: [
        { filename: "awards-night.ics", content: letter.calendar, contentType: "text/calendar; charset=utf-8" },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from: from.address, to }, raw: await composer.compile().build() };
}
