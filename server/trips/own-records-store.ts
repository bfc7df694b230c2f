import type { Database } from "../schema/database.ts";
import type { OwnRecords } from "../schema/own-records.ts";

/** Reads the trips of a person. */
export const tripRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    trips: await db
      .selectFrom("trip_members as m")
      .innerJoin("trips as t", "t.id", "m.trip_id")
      .leftJoin("squads as s", "s.id", "t.squad_id")
      .select(["t.id", "t.name", "t.location", "t.start_date as startDate", "t.end_date as endDate"])
      .select((eb) => [
        "s.name as squad",
        eb("t.created_by", "is not distinct from", userId).$castTo<boolean>().as("createdByMe"),
      ])
      .select(["m.mood", "m.excitement_level as excitementLevel"])
      .where("m.user_id", "=", userId)
      .orderBy("t.start_date")
      .orderBy("t.id")
      .execute(),
  });
