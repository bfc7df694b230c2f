import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { withClocks } from "./days-sql.ts";
import { type Clocks, noClocks } from "./local-clock.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

const clocks: Statement = {
  name: "clocks_of_places",
  text: sqlText`with told as materialized (
      select m.utc_offset, coalesce(m.trip_id, m.squad_id) as trip_key, (m.taken_at at time zone 'UTC')::date as utc_day
      from media m where m.purpose = 'gallery' and m.utc_offset is not null and m.created_at <= $2
        and (m.trip_id = any($1::uuid[]) or (m.trip_id is null and m.squad_id = any($1::uuid[])))
    ), ${withClocks(sqlText`told`)}
    select json_build_object(
      'near', (select coalesce(json_agg(json_build_array(trip_key, utc_day, near_offset)), '[]') from near),
      'usual', (select coalesce(json_agg(json_build_array(trip_key, usual_offset)), '[]') from usual))`,
};

/** Reads the clocks of these trips and squads from the photos that existed at the time `by`. */
export const clocksOf =
  ({ one }: Pick<Database, "one">) =>
  async (albumIds: readonly string[], by: Date): Promise<Clocks> =>
    albumIds.length === 0 ? noClocks : (await one<Clocks>(clocks, [albumIds, by]))!;
