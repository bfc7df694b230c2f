import { dayMs } from "../platform/durations.ts";
import type { Database, Tx } from "../schema/database.ts";

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
      // A backup that began in the same second has the same name, and replaces that one's files.
      .onConflict((conflict) => conflict.columns(["name", "place"]).doUpdateSet({ ended_at: endedAt }))
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

/** Whether this place is known to have whole backups of this site. */
export async function hasTaken({ db }: Database, place: string): Promise<boolean> {
  const found = await db.selectFrom("taken_backups").select("name").where("place", "=", place).limit(1).execute();
  return found.length > 0;
}

/** Forgets all backups: a restored site has made none. */
export async function forgetTaken(tx: Tx): Promise<void> {
  await tx.deleteFrom("taken_backups").execute();
}

/** When the newest whole backup of this site ended; null if there is none. */
export const lastBackup = async (database: Database): Promise<Date | null> =>
  (await takenBackups(database, 1))[0]?.endedAt ?? null;
