import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Database } from "../../../schema/database.ts";
import { personColumns, personOf } from "../../../schema/shapes/person.ts";
import { minutesAfterShow } from "./tv.ts";

/** The code of a night, and the organizer who made it, whose rights its screens have. */
export interface Code {
  readonly tripId: string;
  readonly madeBy: string;
}

const maxCrew = 50;

/** The night `n` may be on screens: it is not over, or only just. */
const isOn = sql<boolean>`(stage_of(n) <> 'over' or n.over_at > now() - make_interval(mins => ${minutesAfterShow}))`;

export function tvStore({ db }: Database) {
  /** The codes of the nights that may be on screens. */
  const codes = db
    .selectFrom("tv_codes as c")
    .innerJoin("nights as n", "n.trip_id", "c.trip_id")
    .select(["c.trip_id as tripId", "c.made_by as madeBy"])
    .where(isOn);
  return {
    find: async (codeHash: Buffer): Promise<Code | undefined> =>
      codes
        .where("c.code_hash", "=", codeHash)
        .where("c.expires_at", ">", sql<Date>`now()`)
        .executeTakeFirst(),
    /** The code of a night, which may have expired: it opens no more screens then, and those that it has opened stay on. */
    findOf: async (tripId: string): Promise<Code | undefined> =>
      codes.where("c.trip_id", "=", tripId).executeTakeFirst(),
    async crewOf(tripId: string): Promise<Person[]> {
      const rows = await db
        .selectFrom("trip_members as m")
        .innerJoin("people as u", "u.id", "m.user_id")
        .select(["u.id", ...personColumns])
        .where("m.trip_id", "=", tripId)
        .orderBy("m.id")
        .limit(maxCrew)
        .execute();
      return rows.map((row) => personOf(row.id, row));
    },
    /** Whether the trip has a night that may be on screens. */
    async hasNight(tripId: string): Promise<boolean> {
      const night = db.selectFrom("nights as n").select("n.trip_id").where("n.trip_id", "=", tripId).where(isOn);
      return (await night.executeTakeFirst()) !== undefined;
    },
    /** Sets the code of a night in place of the one before. Its screens stay on. */
    async setCode({ tripId, madeBy, codeHash, expiresAt }: Code & { codeHash: Buffer; expiresAt: Date }) {
      const code = { code_hash: codeHash, made_by: madeBy, expires_at: expiresAt };
      await db
        .insertInto("tv_codes")
        .values({ trip_id: tripId, ...code })
        .onConflict((conflict) => conflict.column("trip_id").doUpdateSet(code))
        .execute();
    },
    async removeCode(tripId: string) {
      await db.deleteFrom("tv_codes").where("trip_id", "=", tripId).execute();
    },
  };
}

/** Deletes the codes whose time, and that of their screens, is over. */
export const forgetCodesWith =
  ({ db }: Database) =>
  async (): Promise<void> => {
    await db
      .deleteFrom("tv_codes as c")
      .where("c.expires_at", "<", sql<Date>`now()`)
      .where(sql<boolean>`not exists (select from sessions s where s.night_of = c.trip_id and s.expires_at > now())`)
      .execute();
  };
