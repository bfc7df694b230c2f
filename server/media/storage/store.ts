import { sql } from "kysely";
import type { Db } from "../../schema/database.ts";

/** The bytes that count towards the limits: originals, and for a person also uploads that are not registered. */
export interface UsedSpace {
  readonly userBytes: number;
  /** 0 without a squad. */
  readonly squadBytes: number;
}

/** Reads two rows that the database keeps with each photo, and a person's unused uploads. */
export async function usedSpace(db: Db, userId: string | null, squadId: string | null): Promise<UsedSpace> {
  const { rows } = await sql<UsedSpace>`select
    (coalesce((select bytes from user_space where user_id = ${userId}::uuid), 0) + coalesce((select sum(size) from uploads
      where user_id = ${userId}::uuid and media_id is null and refusal is null), 0))::float8 "userBytes",
    coalesce((select bytes from squad_space where squad_id = ${squadId}::uuid), 0)::float8 "squadBytes"`.execute(db);
  return rows[0]!;
}
