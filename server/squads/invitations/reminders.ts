import { plural } from "#contract/locale.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { NoMail } from "../../platform/mail/no-mail.ts";
import type { MailSender } from "../../access/mail-sender.ts";
import type { Organizing } from "../../access/rights.ts";
import { type Letter, greeting, letterOf } from "../../platform/mail/letter.ts";
import { momentOf } from "../../platform/mail/moment.ts";
import { quotedInLetter } from "../../platform/mail/name-in-letter.ts";
import { isReserved } from "./addresses.ts";
import type { Reminder, ReminderWrites } from "./reminder-store.ts";

const daySeconds = 24 * 3600;
/** Reminders to one person within a day, over all trips and senders. */
const maxPerDay = 3;

interface ReminderRequest {
  readonly origin: string;
  readonly rateLimits: boolean;
  /** Addresses that have unsubscribed. */
  readonly noMail: Pick<NoMail, "among">;
  /** Demands that the organizer may send reminders. */
  readonly senderOf: (userId: string) => Promise<MailSender>;
}

/**
 * Reminds each missing voter who had no reminder within a day; `ids` are the ids of the reminders, `cleared` the right to mail them. 409
 * on a new trip on which nobody else has voted: a trip that was made only to have mails sent reaches nobody.
 */
export async function remindVoters(
  writes: ReminderWrites,
  { tripId, userId }: Organizing,
  { origin, rateLimits, noMail, senderOf }: ReminderRequest,
) {
  if (!(await writes.lockTrip(tripId))) throw notFound("trip_not_found");
  const sender = await senderOf(userId);
  const all = (await writes.missingVoters(tripId)).filter(({ emailKey }) => !isReserved(emailKey));
  const unwanted = await noMail.among(all.map(({ emailKey }) => emailKey));
  const missing = all.filter(({ emailKey }) => !unwanted.has(emailKey));
  const since = new Date(Date.now() - daySeconds * 1000);
  const notReminded = missing.filter(({ sentAt }) => !sentAt || sentAt <= since);
  const overLimit = rateLimits
    ? await writes.findRemindedOften(
        notReminded.map((one) => one.userId),
        since,
        maxPerDay,
      )
    : new Set();
  const due = notReminded.filter((one) => !overLimit.has(one.userId));
  if (due.length > 0 && !(await writes.mayBeReminded(tripId, userId)))
    throw new Problem("conflict", "reminder_too_early");
  const cleared = await sender.clear(due.length);
  const ids = await writes.put(
    due.map((one) => ({ id: newId(), trip_id: tripId, user_id: one.userId, origin, asked_by: userId })),
  );
  return {
    answer: { reminded: due.length, alreadyReminded: missing.length - due.length, unwanted: unwanted.size },
    cleared,
    ids,
  };
}

/** The mail that asks a person for their missing votes. */
export function reminderLetter(reminder: Reminder, noMail: string | undefined): Letter {
  const { to, firstName, tripId, origin, awards, nightAt, timeZone } = reminder;
  const trip = quotedInLetter(reminder.trip, "a trip");
  const [hello, left] = [greeting(firstName), awards.length];
  const night = nightAt !== null && timeZone !== null ? momentOf(nightAt, timeZone) : null;
  return {
    to,
    // It begins with words of ours, so that nobody can write a subject of their own into other people's mailboxes.
    subject: plural(left, {
      one: `Your vote is missing: one award of ${trip}`,
      other: `Your vote is missing: ${left} awards of ${trip}`,
    }),
    isSameEachTry: true,
    ...letterOf({
      title: `Your vote is missing on ${trip}`,
      paragraphs: [
        night === null
          ? plural(left, {
              one: `${hello}, the results open when everyone has voted. You have one award left:`,
              other: `${hello}, the results open when everyone has voted. You have ${left} awards left:`,
            })
          : plural(left, {
              one: `${hello}, the results open at the Awards Night on ${night}. You have one award left:`,
              other: `${hello}, the results open at the Awards Night on ${night}. You have ${left} awards left:`,
            }),
        { list: awards.map((name) => quotedInLetter(name, "an award")) },
        "Nobody learns who voted for whom.",
      ],
      button: { label: "Vote on Awards", url: `${origin}/trips/${tripId}/awards` },
      footnote: `You get this because you are on the crew of ${trip} and its organizers asked for the missing votes. They can do so once a day at most.`,
      ...(noMail !== undefined && { noMail }),
    }),
  };
}
