import { dayMs } from "../../platform/durations.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { nightStore, nightWrites } from "./store.ts";

interface ClosingTask {
  readonly tripId: string;
  /** The time of the night when the job was sent. A job for another time does nothing. */
  readonly startsAt: string;
}

const closingQueue: Queue<ClosingTask> = { name: "voting-closes", batch: 10, loops: 1, retries: 20, retrySeconds: 5 };

/** Runs jobs that tell the crew, a day before a night, that its vote closes. A night that is planned for less than a day ahead tells itself. */
export function closingSoon({ database, jobs, activity }: Pick<Ground, "database" | "jobs" | "activity">) {
  const store = nightStore(database);

  async function tell({ tripId, startsAt }: ClosingTask): Promise<void> {
    const night = await store.findNight(tripId);
    if (night?.stage !== "planned" || night.starts_at?.toJSON() !== startsAt) return;
    await database.transact(async (tx) => {
      if (!(await nightWrites(tx).wasClosingTold(tripId))) await activity.note(tx, "voting_closes", { trip: tripId });
    });
  }

  jobs.handle(closingQueue, async (found) => {
    const failed = new Map<string, Error>();
    for (const { id, task } of found) await tell(task).catch((error: unknown) => failed.set(id, error as Error));
    return failed;
  });

  return {
    /** Has the crew told a day before this time. */
    async schedule(tripId: string, startsAt: Date, tx: Tx): Promise<void> {
      const seconds = Math.ceil((startsAt.getTime() - dayMs - Date.now()) / 1000);
      if (seconds > 0) await jobs.sendLater(closingQueue, [{ tripId, startsAt: startsAt.toJSON() }], seconds, tx);
    },
  };
}
