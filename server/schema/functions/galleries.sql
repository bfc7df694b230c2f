-- Gives galleries that have a row a new version. It locks the rows in the order of their ids, so that two changes at once wait for each
-- other instead of deadlocking.
create or replace function galleries_changed(places uuid[]) returns void language sql as $$
  with held as materialized (select place_id from gallery_versions where place_id = any (places) order by place_id for no key update)
  update gallery_versions v set version = v.version + 1 from held where v.place_id = held.place_id
$$;

-- Marks days of galleries. Call it after `galleries_changed`, whose locks keep two changes of one gallery apart.
create or replace function mark_gallery_days(places uuid[], days date[]) returns void language sql as $$
  insert into gallery_days as d (place_id, utc_day)
  select distinct place, utc_day from unnest(places, days) changed (place, utc_day) where place is not null order by 1, 2
  on conflict (place_id, utc_day) do update set is_stale = true where not d.is_stale
$$;

-- An outline has the names and faces of the people who added its photos.
create or replace function gallery_people_shown() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(select place_id from gallery_people where user_id = old.id));
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger users_in_galleries after update of first_name, last_name, profile_image_url on users for each row
when (old.face is distinct from new.face) execute function gallery_people_shown();
create or replace trigger users_gone_from_galleries before delete on users for each row execute function gallery_people_shown();

create or replace function count_gallery_people(places uuid[], person uuid, change int) returns void language sql as $$
  insert into gallery_people as p (place_id, user_id, photos)
  select distinct place, person, change from unnest(places) place where place is not null and person is not null order by 1
  on conflict (place_id, user_id) do update set photos = p.photos + excluded.photos
$$;

create or replace function galleries_grown() returns trigger language plpgsql as $$
begin
  -- In the order of the ids, for the same reason.
  insert into gallery_versions as v (place_id)
  select place from (
    select trip_id as place from changed where purpose = 'gallery' and trip_id is not null
    union select squad_id from changed where purpose = 'gallery' and squad_id is not null
  ) places order by place
  on conflict (place_id) do update set version = v.version + 1;
  perform mark_gallery_days(array_agg(place), array_agg(utc_day)) from (
    select trip_id as place, (taken_at at time zone 'UTC')::date as utc_day from changed where purpose = 'gallery'
    union select squad_id, (taken_at at time zone 'UTC')::date from changed where purpose = 'gallery'
  ) days;
  insert into gallery_people as p (place_id, user_id, photos)
  select place, uploader_id, count(*) from (
    select trip_id as place, uploader_id from changed where purpose = 'gallery'
    union all select squad_id, uploader_id from changed where purpose = 'gallery'
  ) photos where place is not null and uploader_id is not null group by 1, 2 order by 1, 2
  on conflict (place_id, user_id) do update set photos = p.photos + excluded.photos;
  return null;
end $$;
create or replace trigger media_in_galleries after insert on media referencing new table as changed for each statement execute function galleries_grown();

-- Only updates rows: those of a deleted trip or squad must not come back.
create or replace function galleries_shrunk() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(
    select trip_id from changed where purpose = 'gallery' union select squad_id from changed where purpose = 'gallery'));
  update gallery_days d set is_stale = true from (
    select trip_id as place, (taken_at at time zone 'UTC')::date as utc_day from changed where purpose = 'gallery'
    union select squad_id, (taken_at at time zone 'UTC')::date from changed where purpose = 'gallery'
  ) days where d.place_id = place and d.utc_day = days.utc_day and not d.is_stale;
  update gallery_people p set photos = p.photos - gone from (
    select place, uploader_id, count(*) as gone from (
      select trip_id as place, uploader_id from changed where purpose = 'gallery'
      union all select squad_id, uploader_id from changed where purpose = 'gallery'
    ) photos group by 1, 2
  ) x where p.place_id = place and p.user_id = uploader_id;
  return null;
end $$;
create or replace trigger media_out_of_galleries after delete on media referencing old table as changed for each statement execute function galleries_shrunk();

create or replace function gallery_redrawn() returns trigger language plpgsql as $$
declare
  places uuid[] := array[old.trip_id, old.squad_id, new.trip_id, new.squad_id];
  old_day date := (old.taken_at at time zone 'UTC')::date;
  new_day date := (new.taken_at at time zone 'UTC')::date;
begin
  perform galleries_changed(places);
  perform mark_gallery_days(places, array[old_day, old_day, new_day, new_day]);
  if (old.trip_id, old.squad_id) is distinct from (new.trip_id, new.squad_id) then
    perform count_gallery_people(array[old.trip_id, old.squad_id], old.uploader_id, -1);
    perform count_gallery_people(array[new.trip_id, new.squad_id], new.uploader_id, 1);
  end if;
  return null;
end $$;
create or replace trigger media_redrawn after update of taken_at, utc_offset, is_local_clock, width, height, file_type, trip_id, squad_id on media for each row
when (new.purpose = 'gallery' and (old.taken_at, old.utc_offset, old.is_local_clock, old.width, old.height, old.file_type, old.trip_id, old.squad_id)
  is distinct from (new.taken_at, new.utc_offset, new.is_local_clock, new.width, new.height, new.file_type, new.trip_id, new.squad_id))
execute function gallery_redrawn();

create or replace function gallery_gone() returns trigger language plpgsql as $$
begin
  delete from gallery_versions where place_id = old.id;
  delete from gallery_days where place_id = old.id;
  delete from gallery_people where place_id = old.id;
  return null;
end $$;
create or replace trigger trip_gallery_gone after delete on trips for each row execute function gallery_gone();
create or replace trigger squad_gallery_gone after delete on squads for each row execute function gallery_gone();

-- Returns the photos at `first`, `first + step` and so on, up to `last`, as cursors of pages: '"<milliseconds>_<id>","…"', or null. PL/pgSQL
-- reads each array once; a subscript in plain SQL would read the whole array for each element.
create or replace function cursors_in(moments bigint[], ids uuid[], first int, last int, step int) returns text language plpgsql immutable as $$
declare
  cursors text[] := '{}';
  n int := first;
begin
  while n <= last loop
    cursors := array_append(cursors, '"' || moments[n] || '_' || ids[n] || '"');
    n := n + step;
  end loop;
  return array_to_string(nullif(cursors, '{}'), ',');
end $$;

-- As `cursors_in`, of the videos among these photos (`wants_videos`) or of those that are no videos.
create or replace function cursors_of_kind(moments bigint[], ids uuid[], videos int[], wants_videos boolean, first int, last int, step int) returns text
language plpgsql immutable as $$
declare
  cursors text[] := '{}';
  n int := first;
  passed int := 0;
  place int;
begin
  while n <= last loop
    if wants_videos then
      place := videos[n];
    else
      -- The nth photo stands behind all videos that come before it.
      while videos[passed + 1] <= n + passed loop
        passed := passed + 1;
      end loop;
      place := n + passed;
    end if;
    cursors := array_append(cursors, '"' || moments[place] || '_' || ids[place] || '"');
    n := n + step;
  end loop;
  return array_to_string(nullif(cursors, '{}'), ',');
end $$;
