import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { type OwnRecords, onTripsOf } from "../schema/own-records.ts";
import { personNow } from "../schema/shapes/person-now.ts";

/** Reads the votes and choices of a person. What others write is null on trips that the person has left. */
export const awardRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => {
    const onTrip = onTripsOf(userId);
    return {
      votes: await db
        .selectFrom("votes as y")
        .innerJoin("categories as c", "c.id", "y.category_id")
        .innerJoin("trips as t", "t.id", "c.trip_id")
        .leftJoin("people as n", (join) => join.on("n.id", "=", personNow("y.nominee_id")))
        .select(({ ref }) => [onTrip(ref("t.name")).as("trip"), onTrip(ref("c.name")).as("award")])
        .select([onTrip(nominee).as("votedFor"), onTrip(isVoid).as("isVoid"), "y.is_skipped as isSkipped"])
        .select(({ ref }) => onTrip(ref("c.is_sealed")).as("isSealed"))
        .where("y.voter_id", "=", userId)
        .orderBy("t.start_date")
        .orderBy("c.position")
        .orderBy("c.id")
        .execute(),
      bonusOptOuts: await db
        .selectFrom("bonus_opt_outs as o")
        .innerJoin("trips as t", "t.id", "o.trip_id")
        .select(({ ref }) => onTrip(ref("t.name")).as("trip"))
        .where("o.user_id", "=", userId)
        .orderBy("t.id")
        .execute(),
      notForMe: await db
        .selectFrom("declined_awards as d")
        .innerJoin("categories as c", "c.id", "d.category_id")
        .innerJoin("trips as t", "t.id", "c.trip_id")
        .select(({ ref }) => [onTrip(ref("t.name")).as("trip"), onTrip(ref("c.name")).as("award")])
        .where("d.user_id", "=", userId)
        .orderBy("t.start_date")
        .orderBy("c.position")
        .orderBy("c.id")
        .execute(),
    };
  };

const nominee = sql<string | null>`n.first_name || ' ' || n.last_name`;
/** Of vote `y` in award `c`. */
const isVoid = sql<boolean>`y.nominee_id is null and not y.is_skipped and not c.is_sealed`;
