import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Db } from "../schema/database.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";

/** Somebody whom costs of a trip may name: on the crew, or in its books. */
export interface BooksPerson {
  /** On the wire: that of the person, or of the row if their account is gone. */
  readonly id: string;
  /** Their rows in `cost_people`, the oldest first. None before their first cost, several after a merge. */
  readonly rows: readonly string[];
  readonly user: Person | null;
  readonly payTo: string | null;
  readonly isCrew: boolean;
  readonly isExpected: boolean;
  /** Stands in a cost or a payment. */
  readonly stands: boolean;
  readonly paid: number;
  readonly shared: number;
  readonly sent: number;
  readonly received: number;
}

/** Reads whom costs of a trip may name: the crew in crew order, then everybody else who stands in its books. */
export async function findBooksPeople(db: Db, tripId: string): Promise<readonly BooksPerson[]> {
  const rows = await db
    .selectFrom(
      sql<Found>`(
        select p.id as row_id, coalesce(m.user_id, p.person_id) as person_id, m.id as member_id, p.paid, p.shared, p.sent, p.received,
          p.id is not null and stands_in_books(p.id) as stands
        from (select * from cost_people where trip_id = ${tripId}) p
          full join (select * from trip_members where trip_id = ${tripId}) m on m.user_id = p.person_id
      )`.as<"b">(sql.ref("b")),
    )
    .leftJoin("people as u", "u.id", "b.person_id")
    .select(["b.row_id", "b.person_id", "b.member_id", "b.paid", "b.shared", "b.sent", "b.received", "b.stands"])
    .select([...personColumns, "u.pay_to"])
    .select(sql<boolean>`exists (select from expected_people e where e.person_id = b.person_id)`.as("is_expected"))
    .where((eb) => eb.or([eb("b.member_id", "is not", null), eb("b.stands", "=", true)]))
    .orderBy("b.member_id", (order) => order.asc().nullsLast())
    .orderBy("b.row_id")
    .execute();
  const people = new Map<string, BooksPerson>();
  for (const row of rows) {
    const { first_name, last_name, bio, profile_image_url } = row;
    const id = row.person_id ?? row.row_id!;
    const before = people.get(id);
    people.set(id, {
      id,
      rows: [...(before?.rows ?? []), ...(row.row_id === null ? [] : [row.row_id])],
      user:
        row.person_id === null
          ? null
          : personOf(id, { first_name: first_name!, last_name: last_name!, bio, profile_image_url }),
      payTo: row.pay_to,
      isCrew: row.member_id !== null,
      isExpected: row.is_expected,
      stands: row.stands || before?.stands === true,
      paid: (row.paid ?? 0) + (before?.paid ?? 0),
      shared: (row.shared ?? 0) + (before?.shared ?? 0),
      sent: (row.sent ?? 0) + (before?.sent ?? 0),
      received: (row.received ?? 0) + (before?.received ?? 0),
    });
  }
  return [...people.values()];
}

interface Found {
  readonly row_id: string | null;
  readonly person_id: string | null;
  readonly member_id: string | null;
  readonly paid: number | null;
  readonly shared: number | null;
  readonly sent: number | null;
  readonly received: number | null;
  readonly stands: boolean;
}
