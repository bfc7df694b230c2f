import type { ShowState } from "#contract/nights.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import { doWhatIsDue } from "./night.ts";
import type { StoredNight } from "./show-store.ts";
import { nightStore, nightWrites } from "./store.ts";

interface NightTask {
  readonly tripId: string;
}

/** Closes, starts and ends nights at their times. */
const nightQueue: Queue<NightTask> = { name: "nights", batch: 10, loops: 1, retries: 20, retrySeconds: 5 };

interface Parts extends Pick<Ground, "database" | "jobs"> {
  readonly changed: (tripId: string) => void;
  readonly moved: (tripId: string, show: ShowState) => void;
  readonly showOf: (night: StoredNight) => Promise<ShowState | null>;
}

/** More do not wait for answers when a server dies. */
const maxNights = 1000;

/** Runs jobs that close, start and end nights. A job that comes too early sends the next job. */
export function nightClock({ database, jobs, changed, moved, showOf }: Parts) {
  const store = nightStore(database);

  async function schedule(tripId: string, at: Date, tx?: Tx) {
    const seconds = Math.max(0, Math.ceil((at.getTime() - Date.now()) / 1000));
    await jobs.sendLater(nightQueue, [{ tripId }], seconds, tx);
  }

  async function doDue(tripId: string): Promise<void> {
    const done = await database.transact(async (tx) => {
      const outcome = await doWhatIsDue(nightWrites(tx), tripId);
      if (outcome.next) await schedule(tripId, outcome.next, tx);
      return outcome;
    });
    if (!done.changed) return;
    const night = await store.findNight(tripId);
    const show = night && (await showOf(night));
    if (show) moved(tripId, show);
    else changed(tripId);
  }

  /** Closes the night of a trip if it waits for answers alone, and all are in. */
  async function closeIfAnswered(tripId: string): Promise<void> {
    const night = await store.findNight(tripId);
    if (night && !night.starts_at && !night.closed_at) await doDue(tripId);
  }

  /** Closes the nights without a time that everybody has answered: a server that dies after the last answer leaves one open. */
  async function closeAnswered(): Promise<void> {
    for (const tripId of await store.findAnswered(maxNights)) await doDue(tripId);
  }

  jobs.handle(nightQueue, async (found) => {
    const failed = new Map<string, Error>();
    for (const { id, task } of found)
      await doDue(task.tripId).catch((error: unknown) => failed.set(id, error as Error));
    return failed;
  });

  return { schedule, doDue, closeIfAnswered, closeAnswered };
}
