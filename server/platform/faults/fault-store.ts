import { sql } from "kysely";
import type { Database } from "../db/connect.ts";

/** A thing that is wrong with the site at present. */
export interface Fault {
  readonly name: string;
  /** One sentence that tells the operator what is wrong. */
  readonly reason: string;
  readonly since: Date;
}

/** A process that is silent for this long has ended, and its faults with it. */
const silence = sql<Date>`now() - interval '5 minutes'`;

/** The faults that the processes of a site tell each other. `process` names the one that writes, by a UUID. */
export function faultStore({ db, transact }: Database, process: string) {
  return {
    /** Replaces the faults of this process, and removes those of processes that have ended. */
    async write(faults: readonly Fault[]): Promise<void> {
      await transact(async (tx) => {
        await tx
          .deleteFrom("faults")
          .where((row) => row.or([row("process", "=", process), row("seen_at", "<", silence)]))
          .execute();
        if (faults.length === 0) return;
        await tx
          .insertInto("faults")
          .values(faults.map((fault) => ({ ...fault, process, seen_at: sql<Date>`now()` })))
          .execute();
      });
    },
    /** The faults of all other processes. */
    ofOthers: (): Promise<readonly Fault[]> =>
      db
        .selectFrom("faults")
        .select(["name", "reason", "since"])
        .where("process", "<>", process)
        .where("seen_at", ">=", silence)
        .orderBy("since")
        .limit(100)
        .execute(),
  };
}
