import { type Letter, greeting, letterOf } from "../../platform/mail/letter.ts";
import type { Asker } from "./passwords.ts";

/** The mail with the link that sets a new password. The token is made as the mail is sent and stored only as a hash. */
export const resetLetter = ({ email, firstName, origin, token }: Asker & { token: string }): Letter => ({
  to: email,
  subject: "Set a new password for Swellmates",
  ...letterOf({
    title: "Set a new password",
    paragraphs: [
      `${greeting(firstName)}, someone asked for a new password for your Swellmates account. If that was you, choose one now.`,
    ],
    button: { label: "Set New Password", url: `${origin}/reset-password?token=${token}` },
    footnote:
      "The link works once, for one hour, and only the newest one counts. If you did not ask for it, you need not do anything: your password stays as it is.",
  }),
});
