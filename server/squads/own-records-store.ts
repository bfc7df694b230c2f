import type { Database } from "../schema/database.ts";
import type { OwnRecords } from "../schema/own-records.ts";

/** Reads the squads of a person. */
export const squadRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => ({
    squads: await db
      .selectFrom("squad_members as m")
      .innerJoin("squads as s", "s.id", "m.squad_id")
      .select(["s.id", "s.name", "s.description", "m.role"])
      .where("m.user_id", "=", userId)
      .orderBy("m.id")
      .execute(),
  });
