import { locale } from "#contract/locale.ts";
import { type Letter, letterOf } from "../../platform/mail/letter.ts";
import { oneLine } from "../../platform/mail/draft.ts";
import type { Invitation } from "./store.ts";

/** The mail of an invitation. `code` lets in one person; `noMail` is the link to unsubscribe. */
export function invitationLetter(invitation: Invitation, code: string, noMail: string | undefined): Letter {
  const { squadId, tripId, to, message, origin, expiresAt } = invitation;
  const inviter = oneLine(invitation.inviter);
  const squad = invitation.squad === null ? undefined : oneLine(invitation.squad);
  const trip = invitation.trip === null ? undefined : oneLine(invitation.trip);
  const title = trip ? `${inviter} invites you to ${trip}` : `${inviter} invites you to join ${squad}`;
  return {
    to,
    subject: title,
    isSameEachTry: true,
    ...letterOf({
      title,
      paragraphs: [
        ...(message === "" ? [] : [{ quote: message }]),
        trip && squad
          ? `With this link you join ${squad} and the crew of ${trip}: the plan, everyone’s photos in full quality, and the awards vote.`
          : `With this link you join ${trip ? `the crew of ${trip}` : squad}: the plan, everyone’s photos in full quality, and the awards vote.`,
      ],
      button: { label: "Join", url: `${origin}/join-squad/${squadId ?? tripId}?invite=${code}` },
      footnote: `This invitation went to ${to}. It lets in one person, once, until ${dayOf(expiresAt)}. You do not know ${inviter}? Then ignore this mail, and nothing happens.`,
      ...(noMail !== undefined && { noMail }),
    }),
  };
}

const dayOf = (date: Date) =>
  date.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
