import { sql } from "kysely";
import type { Books, CostCategory } from "#contract/costs.ts";
import type { Db } from "../schema/database.ts";
import type { StoredCost } from "./stored-cost.ts";

/** The place of a cost in a list, latest day first. */
export type CostPosition = readonly [day: string, id: string];

export interface CostFilters {
  /** An id on the wire: costs that they paid for or share. */
  readonly person?: string | undefined;
  readonly category?: CostCategory | undefined;
}

/** Cost `c` with the people in it. */
const columns = sql`c.id, c.trip_id as "tripId", c.key, c.title, c.day, c.category, c.note, c.amount, c.currency, c.rate,
  c.trip_amount as "tripAmount", c.split, c.written_by as "writtenBy", c.version,
  (select r.kind from cost_receipts r where r.cost_id = c.id and r.gone_at is null) as receipt,
  (select r.id from cost_receipts r where r.cost_id = c.id and r.gone_at is null) as "receiptId",
  (select coalesce(json_agg(json_build_object('row', p.id, 'person', coalesce(p.person_id, p.id), 'amount', y.amount,
      'tripAmount', y.trip_amount) order by p.id), '[]')
    from cost_payers y join cost_people p on p.id = y.payer_id where y.cost_id = c.id) as payers,
  (select coalesce(json_agg(json_build_object('row', p.id, 'person', coalesce(p.person_id, p.id), 'weight', s.weight,
      'share', s.share) order by p.id), '[]')
    from cost_shares s join cost_people p on p.id = s.sharer_id where s.cost_id = c.id) as shares`;

/** Costs `c` of a trip that the filters leave. */
const left = (tripId: string, { person, category }: CostFilters) => sql`c.trip_id = ${tripId}
  ${category === undefined ? sql`` : sql`and c.category = ${category}`}
  ${
    person === undefined
      ? sql``
      : sql`and c.id in (
        select y.cost_id from cost_people p join cost_payers y on y.payer_id = p.id
          where p.trip_id = ${tripId} and coalesce(p.person_id, p.id) = ${person}
        union select s.cost_id from cost_people p join cost_shares s on s.sharer_id = p.id
          where p.trip_id = ${tripId} and coalesce(p.person_id, p.id) = ${person})`
  }`;

/** What costs of one category come to. */
interface CategorySum {
  readonly category: CostCategory;
  readonly amount: number;
  readonly count: number;
}

/** Reads costs. `db` may be a transaction. */
export function costStore(db: Db) {
  return {
    async findCost(id: string): Promise<StoredCost | undefined> {
      const { rows } = await sql<StoredCost>`select ${columns} from costs c where c.id = ${id}`.execute(db);
      return rows[0];
    },
    async findCosts(ids: readonly string[]): Promise<readonly StoredCost[]> {
      if (ids.length === 0) return [];
      const { rows } =
        await sql<StoredCost>`select ${columns} from costs c where c.id = any(${[...ids]}::uuid[])`.execute(db);
      return rows;
    },
    /** The costs that the filters leave, after this place, latest day first. */
    async page(tripId: string, filters: CostFilters, after: CostPosition | null, limit: number) {
      const { rows } = await sql<StoredCost>`select ${columns} from costs c where ${left(tripId, filters)}
        ${after ? sql`and (c.day, c.id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
        order by c.day desc, c.id desc limit ${limit}`.execute(db);
      return rows;
    },
    /** How many costs the filters leave. */
    async count(tripId: string, filters: CostFilters): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from costs c
        where ${left(tripId, filters)}`.execute(db);
      return rows[0]!.count;
    },
    /** What the costs of each category come to, the largest first. */
    async sums(tripId: string): Promise<readonly CategorySum[]> {
      const { rows } =
        await sql<CategorySum>`select category, sum(trip_amount)::bigint as amount, count(*)::int as count from costs
        where trip_id = ${tripId} group by category order by 2 desc, category`.execute(db);
      return rows;
    },
    /** The last rate of each foreign currency on a trip. */
    async rates(tripId: string): Promise<Books["rates"]> {
      const { rows } = await sql<Books["rates"][number]>`select distinct on (currency) currency, rate from costs
        where trip_id = ${tripId} and rate is not null order by currency, id desc`.execute(db);
      return rows;
    },
    /** The currency of the squad's last trip that has one, of those whose books the viewer may see. */
    async findOfferedCurrency(viewerId: string, squadId: string | null): Promise<string | null> {
      if (squadId === null) return null;
      const { rows } = await sql<{
        currency: string;
      }>`select t.currency from trips t cross join lateral costs_for(${viewerId}, t.id) f
        where t.squad_id = ${squadId} and t.currency is not null order by t.start_date desc, t.id desc limit 1`.execute(
        db,
      );
      return rows[0]?.currency ?? null;
    },
  };
}
