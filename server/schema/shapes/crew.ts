// Decision 104: who votes where only confirmed people do.
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database.ts";

/** An award that a departure has completed. */
export interface Revealed {
  readonly tripId: string;
  readonly categoryId: string;
}

/** Removes a person from the crews of trips. Returns the awards that this completed. */
export const leaveCrews = (tx: Tx, tripIds: readonly string[], userId: string): Promise<Revealed[]> =>
  revealedBy(tx, sql`remove_from_crew(${[...tripIds]}::uuid[], ${userId})`);

/** Makes those on the crew of a trip its voters who may vote now, and nobody else. Returns the awards that this completed. */
export const applyVoters = (tx: Tx, tripId: string): Promise<Revealed[]> =>
  revealedBy(tx, sql`apply_voters(array[${tripId}::uuid], null)`);

/** Runs a function that returns the ids of the awards that it has completed. */
async function revealedBy(tx: Tx, change: RawBuilder<unknown>): Promise<Revealed[]> {
  const { rows } = await sql<Revealed>`
    with revealed as materialized (select unnest(${change}) id)
    select c.trip_id "tripId", c.id "categoryId" from revealed r join categories c on c.id = r.id`.execute(tx);
  return rows;
}
