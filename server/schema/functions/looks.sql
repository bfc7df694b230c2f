-- What is new to somebody in the galleries of their trips and squads (decision 118). PostgreSQL inlines these functions, as those of access.

-- Returns since when photos are new to a member of a squad, or to somebody who belongs to a trip and perhaps to its squad; no row for
-- anybody else. A squad's gallery shows the photos of its trips, so who has seen it has seen them. Without a look it is since they joined.
create or replace function new_since(viewer uuid, the_squad uuid, the_trip uuid) returns table (since timestamptz) language sql stable as $$
  select greatest(coalesce(sm.joined_at, tm.joined_at), ls.seen_at, lt.seen_at)
  from (select the_squad as squad_id, the_trip as trip_id) place
    left join squad_members sm on sm.squad_id = place.squad_id and sm.user_id = viewer
    left join trip_members tm on tm.trip_id = place.trip_id and tm.user_id = viewer
    left join looks ls on ls.user_id = viewer and ls.place_id = place.squad_id
    left join looks lt on lt.user_id = viewer and lt.place_id = place.trip_id
  where sm.user_id is not null or tm.user_id is not null
$$;

-- Returns since when, and how many photos of others are new on a trip: at most 100, of the 300 that were added last. `the_squad` is the
-- trip's squad, or null.
create or replace function new_in_trip(viewer uuid, the_squad uuid, the_trip uuid) returns table (since timestamptz, total int)
language sql stable as $$
  select n.since, (select count(*)::int from (
    select from (
      select m.uploader_id from media m
      where m.trip_id = the_trip and m.purpose = 'gallery' and not m.is_demo and m.created_at > n.since order by m.created_at desc limit 300
    ) latest where latest.uploader_id is distinct from viewer limit 100) others)
  from new_since(viewer, the_squad, the_trip) n
$$;

-- The same for a squad's gallery.
create or replace function new_in_squad(viewer uuid, the_squad uuid) returns table (since timestamptz, total int) language sql stable as $$
  select n.since, (select count(*)::int from (
    select from (
      select m.uploader_id from media m
      where m.squad_id = the_squad and m.purpose = 'gallery' and not m.is_demo and m.created_at > n.since order by m.created_at desc limit 300
    ) latest where latest.uploader_id is distinct from viewer limit 100) others)
  from new_since(viewer, the_squad, null) n
$$;

-- Returns until when somebody has seen all that a squad's gallery got by this time, there or on its trips: just before the first photo of
-- another person that they have not seen. No row for those who do not belong.
create or replace function seen_in_squad(viewer uuid, the_squad uuid, until timestamptz) returns table (seen_at timestamptz)
language sql stable as $$
  select coalesce((
    select m.created_at - interval '1 millisecond' from media m left join looks l on l.user_id = viewer and l.place_id = m.trip_id
    where m.squad_id = the_squad and m.purpose = 'gallery' and not m.is_demo and m.created_at > n.since and m.created_at <= until
      and m.uploader_id is distinct from viewer and m.created_at > coalesce(l.seen_at, '-infinity')
    order by m.created_at limit 1), until)
  from new_since(viewer, the_squad, null) n
$$;
