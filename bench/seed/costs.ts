import type pg from "pg";
import { idSql } from "./keys.ts";

/** Adds this many costs of €90.00, one a minute, that the crew of `crew` paid in turn for all, and a payment for each tenth. */
export async function seedCosts(client: pg.Client, trip: number, costs: number, crew: number): Promise<void> {
  const id = idSql("trip", String(trip));
  const of = (kind: string, n: string) =>
    `('01900000-${kind}-7000-8000-' || lpad(to_hex(${trip} * 1000000 + ${n}), 12, '0'))::uuid`;
  await client.query("begin");
  await client.query(`update trips set currency = 'EUR' where id = ${id}`);
  await client.query(
    `insert into cost_people (id, trip_id, person_id)
     select ${of("0011", "u")}, ${id}, ${idSql("user", "u")} from generate_series(1, ${crew}) u`,
  );
  await client.query(
    `insert into costs (id, trip_id, key, title, day, category, amount, currency, trip_amount, split, written_by)
     select ${of("0012", "n")}, ${id}, gen_random_uuid(), 'Dinner ' || n, date '2026-07-04' + n % 8,
       (array['food','drinks','stay','travel','fun'])[1 + n % 5], 9000, 'EUR', 9000, 'equal', ${idSql("user", "1")}
     from generate_series(1, ${costs}) n`,
  );
  await client.query(
    `insert into cost_payers (cost_id, payer_id, amount, trip_amount)
     select ${of("0012", "n")}, ${of("0011", `1 + n % ${crew}`)}, 9000, 9000 from generate_series(1, ${costs}) n`,
  );
  await client.query(
    `insert into cost_shares (cost_id, sharer_id, weight, share)
     select ${of("0012", "n")}, ${of("0011", "u")}, 1, 9000 / ${crew} from generate_series(1, ${costs}) n, generate_series(1, ${crew}) u`,
  );
  await client.query(
    `insert into payments (id, trip_id, key, from_id, to_id, amount, day)
     select ${of("0013", "n")}, ${id}, gen_random_uuid(), ${of("0011", `1 + n % ${crew}`)}, ${of("0011", `1 + (n + 1) % ${crew}`)}, 100 + n, '2026-07-12'
     from generate_series(1, ${Math.floor(costs / 10)}) n`,
  );
  await client.query("commit");
}
