import type { MailSender } from "../../../access/mail-sender.ts";
import { newId } from "../../../platform/db/id.ts";
import { Problem } from "../../../platform/http/problem.ts";
import type { Clearance } from "../../../platform/mail/kinds.ts";
import type { NoMail } from "../../../platform/mail/no-mail.ts";
import type { News, announcementWrites } from "./store.ts";

const dayMs = 24 * 3_600_000;
/** How often the crew hears of one night within a day. */
const maxPerDay = 2;

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
 * letter if the organizer who changed the night may not send any.
 */
export async function announce(
  writes: ReturnType<typeof announcementWrites>,
  tripId: string,
  { noMail, senderOf }: Mailing,
): Promise<Announced> {
  const found = await writes.lock(tripId);
  if (!found || found.changed_by === null || found.closed_at !== null) return null;
  const { changed_by: changedBy, told_starts_at: told, starts_at: startsAt } = found;
  if (told?.getTime() === startsAt?.getTime()) return null;
  const now = Date.now();
  const today = found.sent_at.filter((at) => now - at.getTime() < dayMs);
  const [oldest] = today;
  if (oldest && today.length >= maxPerDay) return { waitSeconds: Math.ceil((oldest.getTime() + dayMs - now) / 1000) };

  const crew = await writes.crewBut(tripId, changedBy);
  const unwanted = await noMail.among(crew.map(({ emailKey }) => emailKey));
  const letters = crew.filter(({ emailKey }) => !unwanted.has(emailKey)).map(({ id }) => ({ id: newId(), userId: id }));
  const cleared = await clear(letters.length, () => senderOf(changedBy));
  if (!cleared) return null;
  const news: News = !startsAt ? "called off" : told ? "moved" : "planned";
  await writes.add(tripId, letters, news, (startsAt ?? told)!);
  await writes.setTold(tripId, startsAt, [...today, new Date(now)]);
  return { cleared, ids: letters.map(({ id }) => id) };
}

/** Passes the gate of mails that a person causes. Null if it refuses: the night stands all the same. */
async function clear(mails: number, senderOf: () => Promise<MailSender>): Promise<Clearance | null> {
  try {
    return await (await senderOf()).clear(mails);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
