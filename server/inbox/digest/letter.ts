import { plural } from "#contract/locale.ts";
import { type Letter, greeting, letterOf } from "../../platform/mail/letter.ts";
import type { Reader } from "./store.ts";

/** More sentences than this are counted. */
const maxListed = 10;

/** The mail with what waits for a person: the same sentences as in their inbox. */
export function digestLetter(
  { email, firstName }: Pick<Reader, "email" | "firstName">,
  sentences: readonly string[],
  { origin, noMail }: { readonly origin: string; readonly noMail: string | undefined },
): Letter {
  const more = sentences.length - maxListed;
  const shown = more > 0 ? [...sentences.slice(0, maxListed), `and ${more} more`] : sentences;
  return {
    to: email,
    subject: plural(sentences.length, {
      one: "Something new from your squads",
      other: `${sentences.length} things new from your squads`,
    }),
    ...letterOf({
      title: "While you were away",
      paragraphs: [`${greeting(firstName)}, this happened in your squads and trips:`, { list: shown }],
      button: { label: "Open Inbox", url: `${origin}/inbox` },
      footnote:
        "You get this once a day at most, and only when something waits for you. Your inbox settings say what comes by mail.",
      ...(noMail !== undefined && { noMail }),
    }),
  };
}
