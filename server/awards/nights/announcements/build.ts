// Decision 078: how the crew hears of a night.
import { mailSender } from "../../../access/mail-sender.ts";
import type { Ground } from "../../../schema/ground.ts";
import type { Queue } from "../../../platform/jobs/jobs.ts";
import type { Announcements } from "../routes.ts";
import { announce } from "./announcements.ts";
import { announcementLetter } from "./letter.ts";
import { announcementStore, announcementWrites } from "./store.ts";

interface AnnouncementTask {
  readonly tripId: string;
}

const queue: Queue<AnnouncementTask> = {
  name: "night-announcements",
  batch: 10,
  loops: 1,
  retries: 20,
  retrySeconds: 5,
};

/** How long an organizer has to correct a plan before the crew hears of it. */
const gatherSeconds = 20;

interface Parts extends Pick<Ground, "database" | "jobs" | "mail" | "noMail"> {
  readonly rateLimits: boolean;
}

/** Tells crews of their nights by mail. */
export function openAnnouncements({
  database,
  jobs,
  mail,
  noMail,
  rateLimits,
}: Parts): Announcements & { forgetOld(): Promise<void> } {
  const store = announcementStore(database);
  mail.kind("night-announcement", async (id) => {
    const announcement = await store.find(id);
    if (!announcement || (await noMail.among([announcement.toKey])).has(announcement.toKey)) return null;
    return announcementLetter(announcement, await noMail.linkFor(announcement.origin, announcement.toKey));
  });

  const announceTrip = (tripId: string) =>
    database.transact(async (tx) => {
      const announced = await announce(announcementWrites(tx), tripId, {
        noMail,
        senderOf: (userId) => mailSender(tx, userId, "night-announcement", { isLimited: rateLimits }),
      });
      if (!announced) return;
      if ("waitSeconds" in announced) return jobs.sendLater(queue, [{ tripId }], announced.waitSeconds, tx);
      await mail.postOf(tx, announced.cleared, announced.ids);
    });
  jobs.handle(queue, async (found) => {
    const failed = new Map<string, Error>();
    for (const { id, task } of found)
      await announceTrip(task.tripId).catch((error: unknown) => failed.set(id, error as Error));
    mail.wake();
    return failed;
  });

  return {
    forgetOld: store.forgetOld,
    async tell(tx, { tripId, userId }, origin) {
      await announcementWrites(tx).note(tripId, userId, origin);
      await jobs.sendLater(queue, [{ tripId }], gatherSeconds, tx);
    },
  };
}
