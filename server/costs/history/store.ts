import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../schema/database.ts";
import type { CostThen, PaymentThen } from "../note-change-store.ts";

interface Line {
  readonly id: string;
  /** The id of the cost or payment. */
  readonly thingId: string;
  /** The first name of who did it. Null once they are gone. */
  readonly by: string | null;
  readonly at: string;
  /** The thing has an older line: it was deleted before, and came back. */
  readonly isAgain: boolean;
}
interface Versions<K, T> {
  readonly kind: K;
  /** Null before it was made. */
  readonly before: T | null;
  /** Null after it was deleted. */
  readonly after: T | null;
}

export type ChangeOfCost = Line & Versions<"cost", CostThen>;
export type ChangeOfPayment = Line & Versions<"payment", PaymentThen>;
export type StoredChange = ChangeOfCost | ChangeOfPayment;

/** Somebody in the books as sentences name them. */
export interface Named {
  /** The id of their row. */
  readonly row: string;
  /** Their id on the wire. */
  readonly id: string;
  /** The first name. Null once they are gone. */
  readonly name: string | null;
}

const changes = sql`select x.id, x.kind, x.thing_id as "thingId", u.first_name as "by", x.before, x.after,
    to_char(x.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    exists (select from trip_changes e where e.thing_id = x.thing_id and e.id < x.id) as "isAgain"
  from trip_changes x left join people u on u.id = x.changed_by`;

/** Reads what people changed. `db` may be a transaction. */
export function historyStore(db: Db) {
  const read = async (where: RawBuilder<unknown>) => (await sql<StoredChange>`${changes} ${where}`.execute(db)).rows;
  return {
    /** The changes of a trip below this id, latest first. */
    page: (tripId: string, before: string, limit: number): Promise<readonly StoredChange[]> =>
      read(sql`where x.trip_id = ${tripId} and x.id < ${before} order by x.id desc limit ${limit}`),
    find: async (id: string): Promise<StoredChange | undefined> => (await read(sql`where x.id = ${id}`))[0],
    /** Everybody who ever stood in the books, by their rows. */
    async names(tripId: string): Promise<ReadonlyMap<string, Named>> {
      const { rows } = await sql<Named>`select p.id as "row", coalesce(p.person_id, p.id) as id, u.first_name as name
        from cost_people p left join people u on u.id = p.person_id where p.trip_id = ${tripId}`.execute(db);
      return new Map(rows.map((one) => [one.row, one]));
    },
  };
}
