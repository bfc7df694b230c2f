import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";

/** More are not counted. */
const maxCounted = 10_000;

/** Counts the files of everybody that are in no album yet. Refused ones are left out. */
export async function countUploads(tx: Tx): Promise<{ readonly arriving: number; readonly unused: number }> {
  const { rows } = await sql<{ arriving: number; unused: number }>`
    select count(*) filter (where found is null)::int arriving, count(*) filter (where found is not null)::int unused
    from (select found from uploads where media_id is null and refusal is null limit ${maxCounted}) open`.execute(tx);
  return rows[0]!;
}
