import { dayMs, minuteMs } from "../../platform/durations.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { nightStore, nightWrites } from "./store.ts";

interface Task {
  readonly tripId: string;
  /** The time of the night when the job was sent. A job for another time does nothing. */
  readonly startsAt: string;
}

interface Notice {
  readonly kind: "voting_closes" | "night_begins";
  readonly queue: Queue<Task>;
  readonly msBefore: number;
}

const queueOf = (name: string): Queue<Task> => ({ name, batch: 10, loops: 1, retries: 20, retrySeconds: 5 });
const notices: readonly Notice[] = [
  { kind: "voting_closes", queue: queueOf("voting-closes"), msBefore: dayMs },
  { kind: "night_begins", queue: queueOf("night-begins"), msBefore: 10 * minuteMs },
];

/**
 * Runs jobs that tell the crew, a day before a night, that its vote closes, and ten minutes before it that it begins. A night that is
 * planned for an earlier time than that tells itself.
 */
export function beforeNight({ database, jobs, activity }: Pick<Ground, "database" | "jobs" | "activity">) {
  const store = nightStore(database);

  async function tell({ kind, msBefore }: Notice, { tripId, startsAt }: Task): Promise<void> {
    const night = await store.findNight(tripId);
    // An organizer may have closed the vote early. The night begins all the same.
    const isDue = night?.stage === "planned" || (kind === "night_begins" && night?.stage === "closed");
    if (!isDue || night.starts_at?.toJSON() !== startsAt || night.starts_at.getTime() <= Date.now()) return;
    await database.transact(async (tx) => {
      const wasTold = await nightWrites(tx).wasToldOf(kind, tripId, msBefore / minuteMs);
      if (!wasTold) await activity.note(tx, kind, { trip: tripId });
    });
  }

  for (const notice of notices)
    jobs.handle(notice.queue, async (found) => {
      const failed = new Map<string, Error>();
      for (const { id, task } of found)
        await tell(notice, task).catch((error: unknown) => failed.set(id, error as Error));
      return failed;
    });

  return {
    /** Has the crew told before this time. */
    async schedule(tripId: string, startsAt: Date, tx: Tx): Promise<void> {
      for (const { queue, msBefore } of notices) {
        const seconds = Math.ceil((startsAt.getTime() - msBefore - Date.now()) / 1000);
        if (seconds > 0) await jobs.sendLater(queue, [{ tripId, startsAt: startsAt.toJSON() }], seconds, tx);
      }
    },
  };
}
