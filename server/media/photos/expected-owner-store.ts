import { sql } from "kysely";
import type { Db, Tx } from "../../schema/database.ts";

/** Whether a squad expects this person. */
export async function isExpected(db: Db, squadId: string | null, personId: string): Promise<boolean> {
  if (squadId === null) return false;
  const { rows } =
    await sql`select from expected_people where person_id = ${personId} and squad_id = ${squadId}`.execute(db);
  return rows.length > 0;
}

/**
 * The same, and nobody takes, merges or removes the name until the transaction ends. These lock the squad first, so its row is locked before
 * the name is read: a photo is either moved along with them, or refused.
 */
export async function keepExpected(tx: Tx, squadId: string | null, personId: string): Promise<boolean> {
  await sql`select from squads where id = ${squadId} for key share`.execute(tx);
  return isExpected(tx, squadId, personId);
}
