import type { Database } from "../platform/db/connect.ts";
import type { SquadTie, SquadTies } from "./squad-access.ts";

const tie = {
  name: "squad_tie",
  text: `select json_build_object('isPublic', s.is_public, 'role', m.role, 'isDemo', s.demo_of is not null)
    from squads s left join squad_members m on m.squad_id = s.id and m.user_id = $1 where s.id = $2`,
};

/** How users stand to squads. */
export const squadTies = ({ one }: Database): SquadTies => ({
  findTie: (userId, squadId) => one<SquadTie>(tie, [userId, squadId]),
});
