import type { Stats } from "#contract/screens.ts";
import type { Database } from "../../platform/db/connect.ts";
import { list, objectText, squadJson, tripJson, userJson } from "../../platform/db/json.ts";
import { recentPage } from "../../media/gallery/page-sql.ts";
import { myTripIds } from "../../access/my-trips-sql.ts";

const mostTrips = 100;
const mostRecent = 12;

const trips = `select ${tripJson("t", "s")} as row from trips t left join squads s on s.id = t.squad_id
  where t.id in ${myTripIds} order by t.start_date desc, t.id desc limit ${mostTrips}`;

const dashboard = {
  name: "dashboard",
  text: `select ${objectText({
    user: userJson("u"),
    hadDemo: "u.had_demo",
    squads: list(
      `${squadJson("s", "m.role")} order by s.name, s.id`,
      "squad_members m join squads s on s.id = m.squad_id where m.user_id = v.user_id",
    ),
    // The rows come in order already: an aggregate that sorts would carry each one's JSON through its sort.
    trips: list("t.row", `(${trips}) t`),
    recentMedia: `(select page.rows from (${recentPage("v.user_id", String(mostRecent))}) page)`,
  })}
  from (select user_id from sessions where token_hash = $1 and expires_at > now()) v join users u on u.id = v.user_id`,
};

const stats = {
  name: "stats",
  text: `select json_build_object(
    'tripCount', coalesce(sum(value) filter (where name = 'trips'), 0), 'awardCategoryCount', coalesce(sum(value) filter (where name = 'categories'), 0),
    'photoCount', coalesce(sum(value) filter (where name = 'photos'), 0), 'userCount', coalesce(sum(value) filter (where name = 'users'), 0)) from counters`,
};

export const screenStore = ({ one }: Database) => ({
  /** The dashboard as JSON text, without the statistics; null without a live session. */
  dashboard: (session: Buffer) => one<string>(dashboard, [session]),
  stats: async () => (await one<Stats>(stats, []))!,
});
