import { sql } from "kysely";
import type { Tx } from "../database.ts";

/** An award that a departure has completed. */
export interface Revealed {
  readonly tripId: string;
  readonly categoryId: string;
}

/** Removes a person from the crews of trips. Returns the awards that this completed. */
export async function leaveCrews(tx: Tx, tripIds: readonly string[], userId: string): Promise<Revealed[]> {
  const { rows } = await sql<Revealed>`
    with revealed as materialized (select unnest(remove_from_crew(${[...tripIds]}::uuid[], ${userId})) id)
    select c.trip_id "tripId", c.id "categoryId" from revealed r join categories c on c.id = r.id`.execute(tx);
  return rows;
}
