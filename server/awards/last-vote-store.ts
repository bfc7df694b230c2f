import { sql } from "kysely";
import type { Database } from "../schema/database.ts";
import { isUnanswered } from "../schema/shapes/award.ts";

interface LastVoter {
  readonly tripId: string;
  readonly personId: string;
}

export const lastVoteStore = ({ db }: Database) => ({
  /**
   * The people whose votes alone are missing on a trip, and who were not told since its awards or crew changed. Only trips of this time
   * count, with three voters or more.
   */
  async find(limit: number): Promise<readonly LastVoter[]> {
    const { rows } = await sql<LastVoter>`
      with trips_of_now as (
        select t.id from trips t
        where t.end_date > current_date - 60 and not t.is_demo and t.voter_count >= 3 and t.complete_count < t.category_count
          and not exists (select from categories c where c.trip_id = t.id and is_open(c) and c.votes_received < t.voter_count - 1)
      ), last as (
        select t.id trip_id, min(m.user_id::text)::uuid person_id from trips_of_now t join trip_members m on m.trip_id = t.id
        where m.may_vote and exists (select from categories c where c.trip_id = t.id and is_open(c) and ${isUnanswered})
        group by t.id having count(*) = 1
      )
      select trip_id "tripId", person_id "personId" from last l where not exists (
        select from activity a where a.person_id = l.person_id and a.trip_id = l.trip_id and a.kind = 'last_vote_missing'
          and not exists (select from activity x where x.trip_id = l.trip_id and x.created_at > a.created_at
            and x.kind in ('award_added', 'crew_added', 'crew_joined')))
      limit ${limit}`.execute(db);
    return rows;
  },
});
