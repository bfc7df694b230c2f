import type { Database } from "../platform/db/connect.ts";
import type { TripTie, TripTies } from "./trip-access.ts";

/** Joins that tell how viewer `v.user_id` stands to trip `t`. */
export const tieJoins = `left join squads s on s.id = t.squad_id
  left join squad_members sm on sm.squad_id = t.squad_id and sm.user_id = v.user_id
  left join trip_members tm on tm.trip_id = t.id and tm.user_id = v.user_id`;

/** With `tieJoins`: the same rights as `rightsOf`, for statements that read a whole screen. */
export const tieRights = {
  isCrew: "(tm.user_id is not null)",
  isMember: "(tm.user_id is not null or sm.user_id is not null)",
  isSquadAdmin: "(sm.role is not distinct from 'admin')",
  isInSquad: "(sm.user_id is not null)",
  isOrganizer: `(sm.role is not distinct from 'admin' or (t.created_by is not distinct from v.user_id
    and (sm.user_id is not null or (t.squad_id is null and tm.user_id is not null))))`,
  maySee: "(tm.user_id is not null or sm.user_id is not null or coalesce(s.is_public, false))",
};

const tie = {
  name: "trip_tie",
  text: `select json_build_object('squadId', t.squad_id, 'isPublic', coalesce(s.is_public, false), 'role', sm.role,
      'isCrew', ${tieRights.isCrew}, 'isCreator', t.created_by is not distinct from v.user_id)
    from (select $1::uuid user_id) v cross join trips t ${tieJoins} where t.id = $2`,
};

/** How users stand to trips. */
export const tripTies = ({ one }: Database): TripTies => ({
  findTie: (userId, tripId) => one<TripTie>(tie, [userId, tripId]),
});
