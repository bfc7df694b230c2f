import { locale } from "#contract/locale.ts";
import { type Letter, letterOf } from "../../platform/mail/letter.ts";
import { nameInLetter, quotedInLetter } from "../../platform/mail/name-in-letter.ts";
import type { Invitation } from "./store.ts";

/** The mail of an invitation. `code` lets in one person; `noMail` is the link to unsubscribe. */
export function invitationLetter(invitation: Invitation, code: string, noMail: string | undefined): Letter {
  const { squadId, tripId, to, message, origin, expiresAt } = invitation;
  const inviter = nameInLetter(invitation.inviter, "a member");
  const squad = invitation.squad === null ? undefined : quotedInLetter(invitation.squad, "a squad");
  const trip = invitation.trip === null ? undefined : quotedInLetter(invitation.trip, "a trip");
  return {
    to,
    // It begins with words of ours, so that nobody can write a subject of their own into strangers' mailboxes.
    subject: `Invitation from ${inviter} to ${trip ?? squad}`,
    isSameEachTry: true,
    ...letterOf({
      title: trip ? `You are invited to ${trip}` : `You are invited to join ${squad}`,
      paragraphs: [
        ...(message === "" ? [] : [{ quote: message }]),
        trip && squad
          ? `${inviter} invites you. With this link you join ${squad} and the crew of ${trip}: the plan, everyone’s photos in full quality, and the awards vote.`
          : trip
            ? `${inviter} invites you. With this link you join the crew of ${trip}: the plan, everyone’s photos in full quality, and the awards vote.`
            : `${inviter} invites you. With this link you join ${squad}: the plan, everyone’s photos in full quality, and the awards vote.`,
      ],
      button: { label: "Join", url: `${origin}/join-squad/${squadId ?? tripId}?invite=${code}` },
      footnote: `This invitation went to ${to}. It lets in one person, once, until ${dayOf(expiresAt)}. You do not know ${inviter}? Then ignore this mail, and nothing happens.`,
      ...(noMail !== undefined && { noMail }),
    }),
  };
}

const dayOf = (date: Date) =>
  date.toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
