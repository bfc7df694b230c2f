import type { Database } from "../../schema/database.ts";

export function pictureStore({ db }: Database) {
  return {
    /** The names on the pictures of a trip, and whether its squad wants faces on them. Undefined when the trip is gone. */
    async findOccasion(tripId: string) {
      const row = await db
        .selectFrom("trips as t")
        .leftJoin("squads as s", "s.id", "t.squad_id")
        .select(["t.name as trip", "s.name as squad", "s.shows_faces"])
        .where("t.id", "=", tripId)
        .executeTakeFirst();
      return row && { trip: row.trip, squad: row.squad, showsFaces: row.shows_faces ?? true };
    },
  };
}
