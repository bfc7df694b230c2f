import { type Letter, greeting, letterOf } from "../../platform/mail/letter.ts";
import type { OpenLink } from "./emails.ts";

type IssuedLink = OpenLink & { readonly token: string };

/** The mail whose link confirms an address, or changes the account to it. */
export const linkLetter = (link: IssuedLink): Letter =>
  link.isTaken ? takenLetter(link) : link.isChange ? changeLetter(link) : confirmLetter(link);

const confirmLetter = ({ email, firstName, origin, token }: IssuedLink): Letter => ({
  to: email,
  subject: "Confirm your email address for Swellmates",
  ...letterOf({
    title: "Confirm your email address",
    paragraphs: [
      `${greeting(firstName)}, please confirm that mail to this address reaches you, so that you can always get back into your Swellmates account.`,
    ],
    button: { label: "Confirm Address", url: `${origin}/confirm-email?token=${token}` },
    footnote:
      "The link works once, for two days, and only the newest one counts. If you did not make this account, do not confirm it: ignore this mail.",
  }),
});

const changeLetter = ({ email, firstName, origin, token }: IssuedLink): Letter => ({
  to: email,
  subject: "Confirm your new email address for Swellmates",
  ...letterOf({
    title: "Confirm your new email address",
    paragraphs: [
      `${greeting(firstName)}, you asked to log in to Swellmates with this address from now on. Confirm it, and your account takes it.`,
    ],
    button: { label: "Confirm Address", url: `${origin}/confirm-email?token=${token}` },
    footnote:
      "The link works once, for two days, and only the newest one counts. If you did not ask for it, ignore this mail, and nothing changes.",
  }),
});

/** Goes to the owner of a taken address; the person who asked learns nothing. */
const takenLetter = ({ email, origin }: IssuedLink): Letter => ({
  to: email,
  subject: "You have a Swellmates account already",
  ...letterOf({
    title: "You have an account already",
    paragraphs: [
      "Someone asked to use this address for another Swellmates account. It cannot be used twice, so nothing was changed. If that was you, log in with this address instead.",
    ],
    button: { label: "Log In", url: `${origin}/auth` },
    footnote: "If it was not you, you need not do anything.",
  }),
});
