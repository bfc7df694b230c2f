import { locale } from "#contract/locale.ts";
import { type Letter, greeting, letterOf, oneLine } from "../../platform/mail/letter.ts";
import { quotedInLetter } from "../../platform/mail/name-in-letter.ts";
import type { Alert } from "./alert.ts";

export interface IssuedAlert extends Pick<Alert, "what" | "detail"> {
  readonly email: string;
  readonly firstName: string;
  readonly origin: string;
  readonly createdAt: Date;
  readonly token: string;
}

/** The letter that tells the owner of an account what changed, with the link that ends all sessions. */
export function alertLetter({ what, detail, email, firstName, origin, createdAt, token }: IssuedAlert): Letter {
  const { title, sentence } = words(oneLine(detail ?? ""), momentOf(createdAt))[what];
  return {
    to: email,
    subject: `Was it you? ${title}`,
    ...letterOf({
      title,
      paragraphs: [
        `${greeting(firstName)}, ${sentence}`,
        "Was it you? Then you need not do anything. If not, log out everyone who is in your account, and then set a new password.",
      ],
      button: { label: "It Was Not Me", url: `${origin}/not-me?token=${token}` },
      footnote: "The link works once, for seven days, and asks before it does anything.",
    }),
  };
}

const likeAddress = "that is named like a web address";

/** What happened, and when: a title, and a sentence that follows the greeting. */
const words = (detail: string, at: string): Readonly<Record<Alert["what"], { title: string; sentence: string }>> => ({
  password: {
    title: "Your password was changed",
    sentence: `the password of your Swellmates account was changed on ${at}.`,
  },
  passkey: {
    title: "A passkey was added",
    sentence: `the passkey ${quotedInLetter(detail, likeAddress)} was added to your Swellmates account on ${at}.`,
  },
  "passkey-removed": {
    title: "A passkey was removed",
    sentence: `the passkey ${quotedInLetter(detail, likeAddress)} was removed from your Swellmates account on ${at}.`,
  },
  link: {
    title: `${detail} opens your account now`,
    sentence: `a login with ${detail} was linked to your Swellmates account on ${at}.`,
  },
  "link-removed": {
    title: `${detail} was unlinked`,
    sentence: `the login with ${detail} was unlinked from your Swellmates account on ${at}.`,
  },
  email: {
    title: "Your email address was changed",
    sentence: `the address of your Swellmates account was changed to ${detail} on ${at}.`,
  },
  guesses: {
    title: "Somebody guesses your password",
    sentence: `somebody tried many wrong passwords for your Swellmates account, so networks that you have not used before get few tries a day; the last refusal was on ${at}.`,
  },
  browser: {
    title: "A new browser is in your account",
    sentence:
      detail === ""
        ? `somebody logged in to your Swellmates account with a new browser on ${at}.`
        : `somebody logged in to your Swellmates account with ${detail} on ${at}.`,
  },
});

const momentOf = (date: Date) =>
  date.toLocaleString(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).concat(" UTC");
