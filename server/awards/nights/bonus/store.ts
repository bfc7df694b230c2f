import { sql } from "kysely";
import type { Db } from "../../../schema/database.ts";
import { type PersonFacts, type TripFacts, maxMetres, morningStart, nightDayStart } from "./rules.ts";

/** Minutes of the local clock of media `m` since this start of its day; null when the file does not say. */
const minutesSince = (start: number) => sql`case when m.utc_offset is not null or m.is_local_clock
  then extract(epoch from (m.taken_at at time zone 'UTC' + (coalesce(m.utc_offset, 0) - ${sql.lit(start)}) * interval '1 minute')::time)::int / 60 end`;

/** The facts of a trip about its crew, one row a person, counted by the database. People who want no bonus award are left out. */
export async function bonusFacts(db: Db, tripId: string): Promise<TripFacts> {
  // `best` has the best values of each person, `picks` their photos: of equal ones that with the lowest id.
  const { rows: people } = await sql<PersonFacts>`
    with shots as materialized (
      select m.id, m.uploader_id, m.file_type like 'video/%' as is_film, m.likes - (l.user_id is not null)::int as likes,
        m.duration_ms, p.altitude, ${minutesSince(morningStart)} as morning, ${minutesSince(nightDayStart)} as night
      from media m
        join trip_members c on c.trip_id = m.trip_id and c.user_id = m.uploader_id
        left join media_likes l on l.media_id = m.id and l.user_id = m.uploader_id
        left join media_places p on p.media_id = m.id and p.altitude <= ${maxMetres}
      where m.trip_id = ${tripId} and m.purpose = 'gallery' and m.state = 'ready'
        and not exists (select from bonus_opt_outs o where o.trip_id = m.trip_id and o.user_id = m.uploader_id)
    ), best as (
      select uploader_id, is_film, count(*)::int as photos, count(night)::int as clocked,
        percentile_disc(0.5) within group (order by night) as median, min(morning) as morning, max(altitude) as altitude,
        sum(likes)::int as likes, max(likes) as most_likes, sum(duration_ms) as film_ms, max(duration_ms) as longest
      from shots group by uploader_id, is_film
    ), picks as (
      select uploader_id, is_film, min(s.id::text) filter (where s.morning = b.morning) as earliest_id,
        min(s.id::text) filter (where s.altitude = b.altitude) as highest_id,
        min(s.id::text) filter (where s.likes = b.most_likes) as most_liked_id,
        min(s.id::text) filter (where s.duration_ms = b.longest) as longest_id
      from best b join shots s using (uploader_id, is_film) group by uploader_id, is_film
    ), found as (
      select * from best join picks using (uploader_id, is_film)
    )
    select coalesce(p.uploader_id, f.uploader_id) as "userId", coalesce(p.photos, 0) as photos, coalesce(p.clocked, 0) as clocked,
      p.median as "medianMinute",
      case when p.earliest_id is not null then json_build_object('minute', p.morning, 'photoId', p.earliest_id) end as earliest,
      case when p.highest_id is not null then json_build_object('metres', p.altitude, 'photoId', p.highest_id) end as highest,
      coalesce(p.likes, 0) as likes, p.most_liked_id as "mostLikedId",
      coalesce(f.film_ms, 0) as "filmMs", f.longest_id as "longestFilmId"
    from (select * from found where not is_film) p
      full join (select * from found where is_film) f on f.uploader_id = p.uploader_id
    order by 1`.execute(db);
  const { rows } = await sql<Omit<TripFacts, "people">>`
    select t.crew_count as "crewCount", t.category_count as "awardCount", m.user_id as "firstDone"
    from trips t
      left join nights n on n.trip_id = t.id
      left join trip_members m on m.trip_id = t.id and m.user_id = n.first_done
        and not exists (select from bonus_opt_outs o where o.trip_id = t.id and o.user_id = m.user_id)
    where t.id = ${tripId}`.execute(db);
  return { people, ...rows[0]! };
}
