import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Database, Tx } from "../../../schema/database.ts";
import { personColumns, personOf } from "../../../schema/shapes/person.ts";
import { minutesAfterShow } from "./tv.ts";

/** A screen, or a code that opens one: the night, and the organizer whose rights it has. */
export interface Screen {
  readonly tripId: string;
  readonly madeBy: string;
}

const maxCrew = 50;

/** The night `n` may be on screens: it is not over, or only just. */
const isOn = sql<boolean>`(stage_of(n) <> 'over' or n.over_at > now() - make_interval(mins => ${minutesAfterShow}))`;

export function tvStore({ db }: Database) {
  return {
    async findByCode(codeHash: Buffer): Promise<Screen | undefined> {
      return db
        .selectFrom("tv_codes as c")
        .innerJoin("nights as n", "n.trip_id", "c.trip_id")
        .select(["c.trip_id as tripId", "c.made_by as madeBy"])
        .where("c.code_hash", "=", codeHash)
        .where("c.expires_at", ">", sql<Date>`now()`)
        .where(isOn)
        .executeTakeFirst();
    },
    async findScreen(tokenHash: Buffer): Promise<Screen | undefined> {
      return db
        .selectFrom("tvs as t")
        .innerJoin("tv_codes as c", "c.trip_id", "t.trip_id")
        .innerJoin("nights as n", "n.trip_id", "t.trip_id")
        .select(["t.trip_id as tripId", "c.made_by as madeBy"])
        .where("t.token_hash", "=", tokenHash)
        .where("t.expires_at", ">", sql<Date>`now()`)
        .where(isOn)
        .executeTakeFirst();
    },
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
    /** Sets the code of a night in place of the one before. Its screens stay on. False if the trip has no night. */
    async setCode(code: Screen & { readonly codeHash: Buffer; readonly expiresAt: Date }): Promise<boolean> {
      const { tripId, codeHash, madeBy, expiresAt } = code;
      const fresh = { code_hash: codeHash, made_by: madeBy, expires_at: expiresAt };
      const done = await db
        .insertInto("tv_codes")
        .columns(["trip_id", "code_hash", "made_by", "expires_at"])
        .expression((from) =>
          from
            .selectFrom("nights as n")
            .select([
              "n.trip_id",
              sql<Buffer>`${codeHash}::bytea`.as("code_hash"),
              sql<string>`${madeBy}::uuid`.as("made_by"),
              sql<Date>`${expiresAt}::timestamptz`.as("expires_at"),
            ])
            .where("n.trip_id", "=", tripId)
            .where(isOn),
        )
        .onConflict((conflict) => conflict.column("trip_id").doUpdateSet(fresh))
        .executeTakeFirst();
      return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async removeCode(tripId: string) {
      await db.deleteFrom("tv_codes").where("trip_id", "=", tripId).execute();
    },
    /** Adds a screen. False if its code ended meanwhile. */
    async addScreen(tripId: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
      const done = await db
        .insertInto("tvs")
        .columns(["token_hash", "trip_id", "expires_at"])
        .expression((from) =>
          from
            .selectFrom("tv_codes as c")
            .select([
              sql<Buffer>`${tokenHash}::bytea`.as("token_hash"),
              "c.trip_id",
              sql<Date>`${expiresAt}::timestamptz`.as("expires_at"),
            ])
            .where("c.trip_id", "=", tripId),
        )
        .executeTakeFirst();
      return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}

/** Deletes the codes and screens whose time is over. */
export const forgetTvsWith =
  ({ transact }: Database) =>
  (): Promise<void> =>
    transact(async (tx: Tx) => {
      await tx
        .deleteFrom("tvs")
        .where("expires_at", "<", sql<Date>`now()`)
        .execute();
      await tx
        .deleteFrom("tv_codes as c")
        .where("c.expires_at", "<", sql<Date>`now()`)
        .where(sql<boolean>`not exists (select from tvs t where t.trip_id = c.trip_id)`)
        .execute();
    });
