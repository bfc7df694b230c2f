// Decision 122: why the server looks for last votes once a minute.
import { minuteMs } from "../platform/durations.ts";
import type { Queue } from "../platform/jobs/jobs.ts";
import type { Ground } from "../schema/ground.ts";
import { lastVoteStore } from "./last-vote-store.ts";

const lastVoteQueue: Queue<object> = { name: "last-votes", batch: 1, loops: 1, retries: 0, retrySeconds: 5 };
const maxTold = 1000;

/**
 * Once a minute, tells the person on whose votes alone a trip waits. The statement of a vote writes no row, so nobody learns from rows when
 * somebody voted.
 */
export function watchLastVotes({ database, jobs, activity }: Pick<Ground, "database" | "jobs" | "activity">) {
  const store = lastVoteStore(database);
  jobs.handle(lastVoteQueue, async () => {
    for (const { tripId, personId } of await store.find(maxTold))
      await database.transact((tx) =>
        activity.note(tx, "last_vote_missing", { trip: tripId, person: personId, to: [personId] }),
      );
    return new Map();
  });
  return {
    start: () => jobs.every(lastVoteQueue.name, minuteMs, () => jobs.sendNow(lastVoteQueue, [{}], minuteMs / 1000)),
  };
}
