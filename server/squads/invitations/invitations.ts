// Decision 020: why invitations are limited and bound to no address.
import { type Invited, defaultInvitation, hasLink } from "#contract/invitations.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound, refusedField } from "../../platform/http/problem.ts";
import { shownEmail } from "../../platform/mail/email-key.ts";
import { nameInLetter } from "../../platform/mail/name-in-letter.ts";
import type { NoMail } from "../../platform/mail/no-mail.ts";
import type { MailSender } from "../../access/mail-sender.ts";
import type { Membership, TripMembership } from "../../access/rights.ts";
import { sortAddresses } from "./addresses.ts";
import type { InvitationWrites } from "./store.ts";

/** The squad or trip of an invitation, as a proof that the inviter belongs to it. */
export type InviteTarget = { readonly squad: Membership } | { readonly trip: TripMembership };

export interface InviteRequest {
  readonly emails: readonly string[];
  readonly message: string | undefined;
  /** Origin of the links, without a slash at the end. */
  readonly origin: string;
  readonly rateLimits: boolean;
  /** Addresses that have unsubscribed. */
  readonly noMail: Pick<NoMail, "among">;
  /** Demands that the inviter may send invitations. */
  readonly senderOf: (userId: string) => Promise<MailSender>;
}

const daySeconds = 24 * 3600;
const lifeDays = 30;
/** Invitations within a day: to one squad or trip, and to one address. */
const maxPerDay = { toTarget: 500, toAddress: 3 } as const;

const mailedOften = "This address got several invitations today. Please try again tomorrow.";
const unsubscribed = "This address wants no mails from Swellmates. Send them the invite link yourself.";
/** A squadless trip has no invite link. */
const unsubscribedSquadless = "This address wants no mails from Swellmates.";

/**
 * Checks the inviter and the addresses, and makes an invitation for each one to mail; `ids` are the ids of the invitations, `cleared` the
 * right to mail them. 400 for a message with a link, 429 over the limits.
 */
export async function invite(
  writes: InvitationWrites,
  target: InviteTarget,
  { emails, message, origin, rateLimits, noMail, senderOf }: InviteRequest,
) {
  const { keys, failed } = sortAddresses(emails);
  if (keys.length === 0 && failed.length === emails.length) throw refusedField("emails", "no_valid_address");
  const [squadId, tripId, inviterId] =
    "squad" in target
      ? [target.squad.squadId, null, target.squad.userId]
      : [target.trip.squadId, target.trip.tripId, target.trip.userId];
  // The lock waits for a parallel removal of the inviter, who then cannot invite.
  const locked = await writes.lockTarget({ squadId, tripId, inviterId });
  if (!locked) throw notFound(tripId ? "trip_not_found" : "squad_not_found");
  const { name } = locked;
  const sender = await senderOf(inviterId);
  const ownWords = message === defaultInvitation(name) ? undefined : message;
  if (ownWords !== undefined && hasLink(ownWords)) throw refusedField("message", "link_in_message");

  const present = new Set(await writes.presentKeys({ squadId, tripId }, keys));
  const unwanted = await noMail.among(keys.filter((key) => !present.has(key)));
  const guests = keys.filter((key) => !present.has(key) && !unwanted.has(key));
  const overLimit = rateLimits
    ? await findOverLimit(writes, { squadId, tripId, inviterId }, guests)
    : new Set<string>();
  const sent = guests.filter((key) => !overLimit.has(key));
  const cleared = await sender.clear(sent.length);
  const made = sent.map((key) => ({
    id: newId(),
    squad_id: squadId,
    trip_id: tripId,
    email_key: key,
    inviter_id: inviterId,
    message: ownWords ?? defaultInvitation(nameInLetter(name, tripId ? "a trip" : "a squad")),
    origin,
    expires_at: new Date(Date.now() + lifeDays * daySeconds * 1000),
    used_at: null,
    used_by: null,
    ended_at: null,
  }));
  await writes.endOpen(tripId ?? squadId, sent);
  await writes.add(made);
  const all = (refused: ReadonlySet<string>, reason: string) =>
    [...refused].map((key) => ({ email: shownEmail(key), reason }));
  const answer: Invited = {
    sent: sent.map(shownEmail),
    alreadyMembers: keys.filter((key) => present.has(key)).map(shownEmail),
    failed: [
      ...failed,
      ...all(overLimit, mailedOften),
      ...all(unwanted, squadId ? unsubscribed : unsubscribedSquadless),
    ],
  };
  return { answer, cleared, ids: made.map(({ id }) => id) };
}

/** 429 over the limit of the squad or trip. Returns the addresses that are over their limit. */
async function findOverLimit(
  writes: InvitationWrites,
  to: { squadId: string | null; tripId: string | null; inviterId: string },
  guests: readonly string[],
): Promise<Set<string>> {
  const since = new Date(Date.now() - daySeconds * 1000);
  const { count, oldest } = await writes.countSince(since, to);
  if (count + guests.length > maxPerDay.toTarget) {
    const free = (oldest ?? new Date()).getTime() + daySeconds * 1000 - Date.now();
    throw new Problem("too_many_requests", "invitations_used_up", {
      retryAfter: Math.max(1, Math.ceil(free / 1000)),
    });
  }
  return new Set(await writes.findKeysOverLimit(since, to, guests, maxPerDay.toAddress));
}
