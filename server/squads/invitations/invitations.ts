// Decision 020: why invitations are limited and bound to no address.
import { type Invited, usualInvitation } from "#contract/invitations.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { NoMail } from "../../platform/mail/no-mail.ts";
import type { Membership } from "../../access/squad-access.ts";
import type { TripMembership } from "../../access/trip-access.ts";
import { sortAddresses } from "./addresses.ts";
import type { InvitationWrites } from "./store.ts";

/** Where someone is invited to, by proof that the inviter belongs there. */
export type Place = { readonly squad: Membership } | { readonly trip: TripMembership };

export interface Asking {
  readonly emails: readonly string[];
  readonly message: string | undefined;
  /** Where links lead, without a slash at the end. */
  readonly origin: string;
  readonly rateLimits: boolean;
  /** Who wants no mails. */
  readonly noMail: Pick<NoMail, "among">;
}

const daySeconds = 24 * 3600;
const goodForDays = 30;
/** Mails within a day: by one person, to one squad or trip, and to one address. */
const most = { byPerson: 200, toPlace: 500, toAddress: 3 } as const;

const oftenMailed = "This address got several invitations today. Please try again tomorrow.";
const wantsNone = "This address wants no mails from Swellmates. Send them the invite link yourself.";
/** A trip without a squad has no link to hand on. */
const wantsNoneAtAll = "This address wants no mails from Swellmates.";

/** Sorts the addresses and makes an invitation for each that is to be mailed; `ids` are theirs. */
export async function invite(
  writes: InvitationWrites,
  place: Place,
  { emails, message, origin, rateLimits, noMail }: Asking,
): Promise<{ answer: Invited; ids: string[] }> {
  const { keys, failed } = sortAddresses(emails);
  if (keys.length === 0 && failed.length === emails.length)
    throw new Problem("invalid_input", "Please enter at least one valid email address", {
      issues: [{ path: "emails", message: "Please enter at least one valid email address" }],
    });
  const [squadId, tripId, inviterId] =
    "squad" in place
      ? [place.squad.squadId, null, place.squad.userId]
      : [place.trip.squadId, place.trip.tripId, place.trip.userId];
  // Whoever is being removed at this moment invites nobody after it.
  const name = await writes.lockPlace({ squadId, tripId, inviterId });
  if (name === undefined) throw notFound(tripId ? "Trip not found" : "Squad not found");

  const present = new Set(await writes.presentKeys({ squadId, tripId }, keys));
  const unwanted = await noMail.among(keys.filter((key) => !present.has(key)));
  const guests = keys.filter((key) => !present.has(key) && !unwanted.has(key));
  const often = rateLimits ? await tooOften(writes, { squadId, tripId, inviterId }, guests) : new Set<string>();
  const sent = guests.filter((key) => !often.has(key));
  const made = sent.map((key) => ({
    id: newId(),
    squad_id: squadId,
    trip_id: tripId,
    email_key: key,
    inviter_id: inviterId,
    message: message ?? usualInvitation(name),
    origin,
    expires_at: new Date(Date.now() + goodForDays * daySeconds * 1000),
    used_at: null,
    used_by: null,
    ended_at: null,
  }));
  await writes.endOpen(tripId ?? squadId, sent);
  await writes.add(made);
  const all = (refused: ReadonlySet<string>, reason: string) => [...refused].map((email) => ({ email, reason }));
  return {
    answer: {
      sent,
      alreadyMembers: keys.filter((key) => present.has(key)),
      failed: [...failed, ...all(often, oftenMailed), ...all(unwanted, squadId ? wantsNone : wantsNoneAtAll)],
    },
    ids: made.map(({ id }) => id),
  };
}

/** Refuses what would be a flood; answers the addresses that have had their share. */
async function tooOften(
  writes: InvitationWrites,
  to: { squadId: string | null; tripId: string | null; inviterId: string },
  guests: readonly string[],
): Promise<Set<string>> {
  const since = new Date(Date.now() - daySeconds * 1000);
  const { byPerson, toPlace, oldest } = await writes.countSince(since, to);
  if (byPerson + guests.length > most.byPerson || toPlace + guests.length > most.toPlace) {
    const free = (oldest ?? new Date()).getTime() + daySeconds * 1000 - Date.now();
    throw new Problem("too_many_requests", "That is a lot of invitations for one day. Please try again tomorrow.", {
      retryAfter: Math.max(1, Math.ceil(free / 1000)),
    });
  }
  return new Set(await writes.keysWithMany(since, to, guests, most.toAddress));
}
