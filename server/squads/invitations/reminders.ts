import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { NoMail } from "../../platform/mail/no-mail.ts";
import type { Organizing } from "../../access/trip-access.ts";
import { type Letter, letterOf } from "../../platform/mail/letter.ts";
import { oneLine } from "../../platform/mail/draft.ts";
import { isReserved } from "./addresses.ts";
import type { Reminder, ReminderWrites } from "./reminder-store.ts";

const daySeconds = 24 * 3600;
/** Reminders within a day: to one person over all trips and senders, and by one person. */
const maxPerDay = { toPerson: 3, byPerson: 200 } as const;

interface ReminderRequest {
  readonly origin: string;
  readonly rateLimits: boolean;
  /** Addresses that have unsubscribed. */
  readonly noMail: Pick<NoMail, "among">;
}

/** Reminds each missing voter who had no reminder within a day; `ids` are the ids of the reminders. */
export async function remindVoters(
  writes: ReminderWrites,
  { tripId, userId }: Organizing,
  { origin, rateLimits, noMail }: ReminderRequest,
) {
  if (!(await writes.lockTrip(tripId))) throw notFound("Trip not found");
  const all = (await writes.missingVoters(tripId)).filter(({ emailKey }) => !isReserved(emailKey));
  const unwanted = await noMail.among(all.map(({ emailKey }) => emailKey));
  const missing = all.filter(({ emailKey }) => !unwanted.has(emailKey));
  const since = new Date(Date.now() - daySeconds * 1000);
  const notReminded = missing.filter(({ sentAt }) => !sentAt || sentAt <= since);
  const overLimit = rateLimits
    ? await writes.findRemindedOften(
        notReminded.map((one) => one.userId),
        since,
        maxPerDay.toPerson,
      )
    : new Set();
  const due = notReminded.filter((one) => !overLimit.has(one.userId));
  if (rateLimits && due.length > 0) await demandUnderLimit(writes, userId, since, due.length);
  const ids = await writes.put(
    due.map((one) => ({ id: newId(), trip_id: tripId, user_id: one.userId, origin, asked_by: userId })),
  );
  return {
    answer: { reminded: due.length, alreadyReminded: missing.length - due.length, unwanted: unwanted.size },
    ids,
  };
}

/** 429 if the sender would exceed the daily limit. */
async function demandUnderLimit(writes: ReminderWrites, userId: string, since: Date, more: number) {
  const { count, oldest } = await writes.askedBy(userId, since);
  if (count + more <= maxPerDay.byPerson) return;
  const free = (oldest ?? new Date()).getTime() + daySeconds * 1000 - Date.now();
  throw new Problem("too_many_requests", "That is a lot of reminders for one day. Please try again tomorrow.", {
    retryAfter: Math.max(1, Math.ceil(free / 1000)),
  });
}

/** The mail that asks a person for their missing votes. */
export function reminderLetter(reminder: Reminder, noMail: string | undefined): Letter {
  const { to, firstName, trip, tripId, origin, awards } = reminder;
  const name = oneLine(trip);
  const count = awards.length === 1 ? "one award" : `${awards.length} awards`;
  return {
    to,
    subject: `${name}: ${count} left to vote on`,
    isSameEachTry: true,
    ...letterOf({
      title: `${name} waits for your vote`,
      paragraphs: [
        `${oneLine(firstName)}, the results open when everyone has voted. You have ${count} left:`,
        { list: awards },
        "Nobody learns who voted for whom.",
      ],
      button: { label: "Vote on Awards", url: `${origin}/trips/${tripId}/awards` },
      footnote: `You get this because you are on the crew of ${name} and its organizers asked for the missing votes. They can do so once a day at most.`,
      ...(noMail !== undefined && { noMail }),
    }),
  };
}
