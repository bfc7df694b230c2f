import { type Letter, greeting, letterOf } from "../platform/mail/letter.ts";

/** The mail with the personal link of a seat. The person typed the address, so it holds our words and their name alone. */
export const seatLinkLetter = ({ to, firstName, link }: { to: string; firstName: string; link: string }): Letter => ({
  to,
  subject: "Your way back into Swellmates",
  ...letterOf({
    title: "Your way back in",
    paragraphs: [`${greeting(firstName)}, open this link on any phone or computer, and you are in your seat again.`],
    button: { label: "Come Back In", url: link },
    footnote:
      "The link opens your seat until you have a newer one mailed, so keep this mail to yourself. If you did not ask for it, ignore it.",
  }),
});
