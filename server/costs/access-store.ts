import { sql } from "kysely";
import type { Db } from "../schema/database.ts";

/** What a viewer may do with the books of a trip. The SQL function `costs_for` decides it (schema/functions/costs.sql). */
export interface BooksRights {
  readonly tripId: string;
  readonly tripName: string;
  readonly squadId: string | null;
  readonly isCrew: boolean;
  readonly isOrganizer: boolean;
  /** In which the trip counts. Null until the first cost or payment. */
  readonly currency: string | null;
}

export type BooksRightsStore = ReturnType<typeof booksRightsStore>;

const rights = sql`t.id as "tripId", t.name as "tripName", f.squad_id as "squadId", f.is_crew as "isCrew", f.is_organizer as "isOrganizer", t.currency`;

/** Reads rights from the database. `db` may be a transaction. Undefined where the viewer may not see the books. */
export function booksRightsStore(db: Db) {
  return {
    async onTrip(viewerId: string, tripId: string): Promise<BooksRights | undefined> {
      const { rows } =
        await sql<BooksRights>`select ${rights} from trips t cross join lateral costs_for(${viewerId}, t.id) f
        where t.id = ${tripId}`.execute(db);
      return rows[0];
    },
    async ofCost(viewerId: string, costId: string): Promise<BooksRights | undefined> {
      const { rows } = await sql<BooksRights>`select ${rights} from costs c join trips t on t.id = c.trip_id
        cross join lateral costs_for(${viewerId}, t.id) f where c.id = ${costId}`.execute(db);
      return rows[0];
    },
    async ofPayment(viewerId: string, paymentId: string): Promise<BooksRights | undefined> {
      const { rows } = await sql<BooksRights>`select ${rights} from payments c join trips t on t.id = c.trip_id
        cross join lateral costs_for(${viewerId}, t.id) f where c.id = ${paymentId}`.execute(db);
      return rows[0];
    },
    async ofChange(viewerId: string, changeId: string): Promise<BooksRights | undefined> {
      const { rows } = await sql<BooksRights>`select ${rights} from trip_changes c join trips t on t.id = c.trip_id
        cross join lateral costs_for(${viewerId}, t.id) f where c.id = ${changeId}`.execute(db);
      return rows[0];
    },
    /** Everybody who may see the books. Their order tells nothing. */
    async readersOf(tripId: string): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string }>`
        select user_id as id from trip_members where trip_id = ${tripId}
        union select p.person_id from cost_people p join trips t on t.id = p.trip_id
          join squad_members s on s.squad_id = t.squad_id and s.user_id = p.person_id
          where p.trip_id = ${tripId} and stands_in_books(p.id)
        order by 1`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
