import type { MailSender } from "../../../access/mail-sender.ts";
import { newId } from "../../../platform/db/id.ts";
import { Problem } from "../../../platform/http/problem.ts";
import type { Clearance } from "../../../platform/mail/kinds.ts";
import type { NoMail } from "../../../platform/mail/no-mail.ts";
import type { News, announcementWrites } from "./store.ts";
import { dayMs } from "../../../platform/durations.ts";

/** How often the crew hears of one night within a day. */
const maxPerDay = 2;
/** How many such letters one person gets within a day, over all nights. */
const maxPerPerson = 4;

interface Mailing {
  readonly noMail: Pick<NoMail, "among">;
  /** Demands that the organizer may send such letters. */
  readonly senderOf: (userId: string) => Promise<MailSender>;
}

/** What to do after the announcement: post these letters, or come back when the day's letters are used up. */
export type Announced =
  | { readonly cleared: Clearance; readonly ids: readonly string[] }
  | { readonly waitSeconds: number }
  | null;

/**
 * Tells the crew how the night of a trip stands, if the last letters say otherwise: the last state alone, at most twice a day. Nobody gets a
 * letter if the organizer who changed the night may not send any, or organizes the trip no more. A new trip of a public squad waits for the
 * vote of somebody else, or until it is a day old.
 */
export async function announce(
  writes: ReturnType<typeof announcementWrites>,
  tripId: string,
  { noMail, senderOf }: Mailing,
): Promise<Announced> {
  const found = await writes.lock(tripId);
  if (!found || found.changed_by === null || !found.is_organizer || found.closed_at !== null) return null;
  const { changed_by: changedBy, told_starts_at: told, starts_at: startsAt } = found;
  if (told?.getTime() === startsAt?.getTime()) return null;
  const now = Date.now();
  const today = found.sent_at.filter((at) => now - at.getTime() < dayMs);
  const [oldest] = today;
  const aDayAfter = (at: Date) => ({ waitSeconds: Math.ceil((at.getTime() + dayMs - now) / 1000) });
  if (oldest && today.length >= maxPerDay) return aDayAfter(oldest);
  if (found.may_be_spam && now - found.created_at.getTime() < dayMs) return aDayAfter(found.created_at);

  const crew = await writes.crewBut(tripId, changedBy);
  const unwanted = await noMail.among(crew.map(({ emailKey }) => emailKey));
  const wanting = crew.filter(({ emailKey }) => !unwanted.has(emailKey)).map(({ id }) => id);
  const often = await writes.findToldOften(wanting, new Date(now - dayMs), maxPerPerson);
  const letters = wanting.filter((id) => !often.has(id)).map((userId) => ({ id: newId(), userId }));
  const cleared = await clear(letters.length, () => senderOf(changedBy));
  if (!("kind" in cleared)) return cleared.retryAfter === undefined ? null : { waitSeconds: cleared.retryAfter };
  const news: News = !startsAt ? "called off" : told ? "moved" : "planned";
  await writes.add(tripId, letters, news, (startsAt ?? told)!);
  await writes.setTold(tripId, startsAt, [...today, new Date(now)]);
  return { cleared, ids: letters.map(({ id }) => id) };
}

/** Passes the gate of mails that a person causes. If it refuses, the night stands all the same: returns when to ask again, if ever. */
async function clear(
  mails: number,
  senderOf: () => Promise<MailSender>,
): Promise<Clearance | { readonly retryAfter: number | undefined }> {
  try {
    return await (await senderOf()).clear(mails);
  } catch (error) {
    if (error instanceof Problem) return { retryAfter: error.extra.retryAfter };
    throw error;
  }
}
