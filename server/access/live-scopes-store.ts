import type { Database } from "../schema/database.ts";
import { sqlText } from "../platform/db/sql-text.ts";

const scopes = {
  name: "live_scopes",
  text: sqlText`select json_agg(id) from (
    select squad_id id from squad_members where user_id = $1 union all select trip_id from trips_of($1)) mine`,
};

/** The ids of the squads and trips someone belongs to. */
export async function scopesOf({ one }: Database, userId: string): Promise<ReadonlySet<string>> {
  return new Set(await one<string[]>(scopes, [userId]));
}
