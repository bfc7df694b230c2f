import { newId } from "../db/id.ts";
import { notFound } from "../http/problem.ts";
import type { Organizing } from "../trips/access.ts";
import { type Letter, letterOf } from "../mail/letter.ts";
import { oneLine } from "../mail/draft.ts";
import { isReserved } from "./addresses.ts";
import type { Reminder, ReminderWrites } from "./reminder-store.ts";

const againSeconds = 24 * 3600;

/** Reminds everyone on the crew who has an award left to vote on and had no reminder within a day; `ids` are the reminders'. */
export async function remindVoters(writes: ReminderWrites, { tripId }: Organizing, origin: string) {
  if (!(await writes.lockTrip(tripId))) throw notFound("Trip not found");
  const missing = (await writes.missingVoters(tripId)).filter(({ emailKey }) => !isReserved(emailKey));
  const due = missing.filter(({ sentAt }) => !sentAt || Date.now() - sentAt.getTime() >= againSeconds * 1000);
  const ids = await writes.put(due.map(({ userId }) => ({ id: newId(), trip_id: tripId, user_id: userId, origin })));
  return { answer: { reminded: due.length, alreadyReminded: missing.length - due.length }, ids };
}

/** The mail that asks for someone's missing votes. */
export function reminderLetter({ to, firstName, trip, tripId, origin, awards }: Reminder): Letter {
  const name = oneLine(trip);
  const count = awards.length === 1 ? "one award" : `${awards.length} awards`;
  return {
    to,
    subject: `${name}: ${count} left to vote on`,
    ...letterOf({
      title: `${name} waits for your vote`,
      paragraphs: [
        `${oneLine(firstName)}, the results open when everyone has voted. You have ${count} left:`,
        { list: awards },
        "Nobody learns who voted for whom.",
      ],
      button: { label: "Vote on Awards", url: `${origin}/trips/${tripId}/awards` },
      footnote: `You get this because you are on the crew of ${name} and its organizers asked for the missing votes. They can do so once a day at most.`,
    }),
  };
}
