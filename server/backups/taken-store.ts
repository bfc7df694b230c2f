import { dayMs } from "../platform/durations.ts";
import type { Database } from "../schema/database.ts";

/** A backup of this site, as its operator sees it. */
export interface WholeBackup {
  readonly name: string;
  /** The folder or the bucket that has it. */
  readonly place: string;
  readonly endedAt: Date;
  /** The size of its copies of the database, without the files of photos. */
  readonly databaseBytes: number;
  readonly photoFiles: number;
}

/** Notes a backup that is whole, and forgets those of its place that are older than `days`. */
export async function noteTaken({ transact }: Database, taken: WholeBackup, days: number): Promise<void> {
  const { name, place, endedAt, databaseBytes, photoFiles } = taken;
  await transact(async (tx) => {
    await tx
      .deleteFrom("taken_backups")
      .where("place", "=", place)
      .where("ended_at", "<", new Date(endedAt.getTime() - days * dayMs))
      .execute();
    await tx
      .insertInto("taken_backups")
      .values({ name, place, ended_at: endedAt, database_bytes: databaseBytes, photo_files: photoFiles })
      .execute();
  });
}

/** The newest backups of this site that are whole, newest first, at most `count`. */
export async function takenBackups({ db }: Database, count: number): Promise<readonly WholeBackup[]> {
  return db
    .selectFrom("taken_backups")
    .select(["name", "place", "ended_at as endedAt", "database_bytes as databaseBytes", "photo_files as photoFiles"])
    .orderBy("ended_at", "desc")
    .limit(count)
    .execute();
}

/** When the newest whole backup of this site ended; null if there is none. */
export const lastBackup = async (database: Database): Promise<Date | null> =>
  (await takenBackups(database, 1))[0]?.endedAt ?? null;
