-- The photos of each gallery by day in UTC, as its outline needs them, so that an outline reads a row per day instead of every photo.
-- A write marks the days that it changes, in its own transaction. An outline reads the photos of marked days themselves, and a job
-- describes those days anew. `server/media/gallery/gallery-days-sql.ts` makes the description.
create table gallery_days (
  -- The trip or squad whose gallery it is.
  place_id uuid not null,
  utc_day date not null,
  -- Photos of the day have changed since the rest of the row was written.
  is_stale boolean not null default true,
  photo_count int not null default 0,
  video_count int not null default 0,
  -- Newest first, one entry per photo: its shape as a letter, its moment in milliseconds, its id.
  shapes text not null default '',
  moments bigint[] not null default '{}',
  photo_ids uuid[] not null default '{}',
  -- Newest first, one entry per run of photos of one local day: this day, by the clocks of the photos; or null, and then the moment of one
  -- of the photos and their trip, which tell the day for each viewer.
  run_sizes int[] not null default '{}',
  run_days date[] not null default '{}',
  run_moments timestamptz(3)[] not null default '{}',
  run_trips uuid[] not null default '{}',
  -- How many photos of a trip name an offset.
  clock_trips uuid[] not null default '{}',
  clock_offsets smallint[] not null default '{}',
  clock_counts int[] not null default '{}',
  primary key (place_id, utc_day)
);
-- Ids do not get smaller by compression.
alter table gallery_days alter column moments set storage external, alter column photo_ids set storage external;
create index stale_gallery_days on gallery_days (place_id, utc_day) where is_stale;

-- How many photos and videos of a gallery each person has added. It finds the galleries of a person without a look at their photos.
create table gallery_people (
  place_id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- 0 after all of them were deleted.
  photos int not null,
  primary key (place_id, user_id)
)
-- Leaves room in each page, because every upload updates its rows in place.
with (fillfactor = 50);
create index galleries_of_uploader on gallery_people (user_id);

insert into gallery_days (place_id, utc_day)
select trip_id, (taken_at at time zone 'UTC')::date from media where purpose = 'gallery' and trip_id is not null
union select squad_id, (taken_at at time zone 'UTC')::date from media where purpose = 'gallery' and squad_id is not null;
insert into gallery_people (place_id, user_id, photos)
select place, uploader_id, count(*) from (
  select trip_id as place, uploader_id from media where purpose = 'gallery'
  union all select squad_id, uploader_id from media where purpose = 'gallery'
) photos where place is not null and uploader_id is not null group by 1, 2;

-- Returns the photos at `first`, `first + step` and so on, up to `last`, as cursors of pages: '"<milliseconds>_<id>","…"', or null. PL/pgSQL
-- reads each array once; a subscript in plain SQL would read the whole array for each element.
create function cursors_in(moments bigint[], ids uuid[], first int, last int, step int) returns text language plpgsql immutable as $$
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

-- Marks days of galleries. Call it after `galleries_changed`, whose locks keep two changes of one gallery apart.
create function mark_gallery_days(places uuid[], days date[]) returns void language sql as $$
  insert into gallery_days as d (place_id, utc_day)
  select distinct place, utc_day from unnest(places, days) changed (place, utc_day) where place is not null order by 1, 2
  on conflict (place_id, utc_day) do update set is_stale = true where not d.is_stale
$$;

create function count_gallery_people(places uuid[], person uuid, change int) returns void language sql as $$
  insert into gallery_people as p (place_id, user_id, photos)
  select distinct place, person, change from unnest(places) place where place is not null and person is not null order by 1
  on conflict (place_id, user_id) do update set photos = p.photos + excluded.photos
$$;

-- As in 010-galleries.sql; they now also keep the days and the people of galleries.
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

create or replace function galleries_of_person() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(select place_id from gallery_people where user_id = old.id));
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function gallery_gone() returns trigger language plpgsql as $$
begin
  delete from gallery_versions where place_id = old.id;
  delete from gallery_days where place_id = old.id;
  delete from gallery_people where place_id = old.id;
  return null;
end $$;

-- As in 018-trash.sql; it now also keeps the days and the people of galleries.
create or replace function media_moved() returns trigger language plpgsql as $$
declare
  change int := case new.purpose when 'gallery' then 1 else -1 end;
  is_video boolean := new.file_type like 'video/%';
  places uuid[] := array[new.trip_id, new.squad_id];
  utc_day date := (new.taken_at at time zone 'UTC')::date;
  chosen smallint;
begin
  if not new.is_demo then
    select slot into chosen from counters where name = 'photos' order by random() limit 1 for no key update skip locked;
    chosen := coalesce(chosen, floor(random() * 16)::smallint);
    update counters set value = value + change where name = 'photos' and slot = chosen;
  end if;
  update trips set photo_count = photo_count + case when is_video then 0 else change end,
    video_count = video_count + case when is_video then change else 0 end
  where id = new.trip_id;
  perform galleries_changed(places);
  perform mark_gallery_days(places, array[utc_day, utc_day]);
  perform count_gallery_people(places, new.uploader_id, change);
  if change < 0 then
    delete from public_media where media_id = new.id;
    -- Its person can import it again.
    if new.purpose = 'trash' then
      delete from library_imports where media_id = new.id;
    end if;
  else
    -- Waits for a squad that turns public or private at this moment.
    perform from squads where id = new.squad_id for share;
    insert into public_media (media_id, squad_id) select new.id, id from squads where id = new.squad_id and is_public;
  end if;
  return null;
end $$;
