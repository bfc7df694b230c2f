import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/connect.ts";

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

/** Leaves a person's photos without their uploader, in the same way. */
export const disownMedia = (tx: Tx, userId: string): Promise<void> =>
  repeat(
    sql`update media set uploader_id = null
      where id in (select id from media where uploader_id = ${userId} limit ${sql.lit(photosAtOnce)})`,
    tx,
  );
