import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";

/** One statement may take 30 s, and triggers keep the counts of each photo. */
const photosAtOnce = 2000;

const repeat = async (statement: RawBuilder<unknown>, tx: Tx) => {
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    if (numAffectedRows < photosAtOnce) return;
  }
};

/** Deletes all `media` for which a condition holds, in one transaction but in statements that stay short. */
export const deleteMedia = (tx: Tx, condition: RawBuilder<unknown>): Promise<void> =>
  repeat(
    sql`delete from media where id in (select id from media where ${condition} limit ${sql.lit(photosAtOnce)})`,
    tx,
  );

// Decision 036: why the photos of a squad or trip go in parts.
const photosInPart = 500;

/** Deletes at most 500 of the `media` for which a condition holds, newest first. True if that were all. */
export async function deletePart(tx: Tx, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{
    id: string;
  }>`select id from media where ${condition} order by id desc limit ${sql.lit(photosInPart)}`.execute(tx);
  await sql`delete from media where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows.length < photosInPart;
}

/** Runs `work` in one transaction after the other, as long as it returns null because photos are left. */
export async function inParts<T>({ transact }: Database, work: (tx: Tx) => Promise<T | null>): Promise<T> {
  for (;;) {
    const result = await transact(work);
    if (result !== null) return result;
  }
}

/** Leaves a person's photos without their uploader, in the same way. */
export const disownMedia = (tx: Tx, userId: string): Promise<void> =>
  repeat(
    sql`update media set uploader_id = null
      where id in (select id from media where uploader_id = ${userId} limit ${sql.lit(photosAtOnce)})`,
    tx,
  );
