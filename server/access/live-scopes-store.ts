import type { Database } from "../platform/db/connect.ts";

const scopes = {
  name: "live_scopes",
  text: `select json_agg(id) from (
    select squad_id id from squad_members where user_id = $1
    union select trip_id from trip_members where user_id = $1
    union select t.id from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = $1
  ) mine`,
};

/** The ids of the squads and trips someone belongs to. */
export async function scopesOf({ one }: Database, userId: string): Promise<ReadonlySet<string>> {
  return new Set(await one<string[]>(scopes, [userId]));
}
