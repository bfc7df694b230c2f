import { randomUUID } from "node:crypto";
import type { Letter } from "./letter.ts";
import { Refused, noSuchAddress } from "./refusal.ts";

/** A mail as it goes over the wire. */
export interface Message {
  /** The letter that it carries. */
  readonly id: string;
  /** Addresses alone. Mail servers send reports about this mail to `from`. */
  readonly envelope: { readonly from: string; readonly to: string };
  /** RFC 5322, lines ended by CRLF. */
  readonly raw: Buffer;
}

/** Who the mails are from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Nothing that could end an address and begin something else, in the envelope or in a header. */
const plainAddress = /^[^\s<>"(),;:\\\p{Cc}]+@[^\s<>"(),;:\\@\p{Cc}]+$/u;

/**
 * A letter as MIME: text and HTML side by side, quoted-printable. Its Message-ID is the letter's own where every try says the same, so
 * that mail programs show one of two; else each try has its own, because what an earlier one carried may have been replaced.
 */
export async function messageOf(id: string, from: Sender, letter: Letter): Promise<Message> {
  if (!plainAddress.test(letter.to)) throw new Refused(noSuchAddress);
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
    messageId: `<${letter.isSameEachTry ? id : randomUUID()}@${host}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(letter.noMail && {
        // One click, no page between (RFC 8058).
        "List-Unsubscribe": { prepared: true, value: `<${letter.noMail}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, envelope: { from: from.address, to: letter.to }, raw: await composer.compile().build() };
}
