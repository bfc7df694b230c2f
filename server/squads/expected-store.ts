// Decision 103: why an expected person is no member yet.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import { newId } from "../platform/db/id.ts";
import type { Db, Tx } from "../schema/database.ts";
import { type Revealed, leaveCrews } from "../schema/shapes/crew.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";

/** The names that a squad expects, in the order in which they were written down. */
export async function expectedIn(db: Db, squadId: string): Promise<Person[]> {
  const rows = await db
    .selectFrom("expected_people as e")
    .innerJoin("people as u", "u.id", "e.person_id")
    .select(["e.person_id", ...personColumns])
    .where("e.squad_id", "=", squadId)
    .orderBy("e.person_id")
    .execute();
  return rows.map((row) => personOf(row.person_id, row));
}

/** Writes on the names that a squad expects, in a transaction that has locked the squad. */
export const expectedWrites = (tx: Tx) => ({
  async count(squadId: string): Promise<number> {
    const { count } = await tx
      .selectFrom("expected_people")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("squad_id", "=", squadId)
      .executeTakeFirstOrThrow();
    return count;
  },
  /** Adds names to the squad and to the crews of its trips that have not ended. Returns the ids of those trips. */
  async add(squadId: string, names: readonly string[], addedBy: string): Promise<readonly string[]> {
    const people = names.map((name) => ({ id: newId(), first_name: name, last_name: "" }));
    await tx.insertInto("people").values(people).execute();
    await tx
      .insertInto("expected_people")
      .values(people.map(({ id }) => ({ person_id: id, squad_id: squadId, added_by: addedBy })))
      .execute();
    const trips = await tx
      .selectFrom("trips")
      .select("id")
      .where("squad_id", "=", squadId)
      .where("end_date", ">=", sql<string>`current_date`)
      .orderBy("id")
      .execute();
    const feeling = { mood: null, excitement_level: null };
    const crew = trips.flatMap((trip) =>
      people.map(({ id }) => ({ ...feeling, id: newId(), trip_id: trip.id, user_id: id })),
    );
    if (crew.length > 0) await tx.insertInto("trip_members").values(crew).execute();
    return trips.map(({ id }) => id);
  },
  /** False if the squad expects no such name. */
  async rename(squadId: string, personId: string, name: string): Promise<boolean> {
    const renamed = await tx
      .updateTable("people")
      .set({ first_name: name })
      .where("id", "=", personId)
      .where("id", "in", (all) => all.selectFrom("expected_people").select("person_id").where("squad_id", "=", squadId))
      .returning("id")
      .executeTakeFirst();
    return renamed !== undefined;
  },
  /** Takes a name off the squad and its trips. Null if the squad expects no such name. */
  async remove(squadId: string, personId: string) {
    const name = tx.selectFrom("expected_people").select("person_id").where("person_id", "=", personId);
    if (!(await name.where("squad_id", "=", squadId).executeTakeFirst())) return null;
    const trips = await tx.selectFrom("trip_members").select("trip_id").where("user_id", "=", personId).execute();
    const tripIds = trips.map(({ trip_id }) => trip_id).toSorted();
    const revealed: Revealed[] = await leaveCrews(tx, tripIds, personId);
    // A trigger deletes the person.
    await tx.deleteFrom("expected_people").where("person_id", "=", personId).execute();
    return { tripIds, revealed };
  },
});
