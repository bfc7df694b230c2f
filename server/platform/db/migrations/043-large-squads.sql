-- A squad that turns public or private changes its rows of `public_media` in parts, so that no statement grows with its photos. Whether a
-- photo is shown follows from the squad at the moment of reading; these rows only make public photos quick to find.

-- Squads that turned public or private and have photos left that are not in `public_media`, or still are.
create table squads_to_publish (
  squad_id uuid primary key references squads on delete cascade,
  -- Of a public squad, the photos from this id on are in `public_media`.
  from_id uuid not null
);

-- The photos of a squad are found newest first.
drop index public_media_of_squad;
create index public_media_of_squad on public_media (squad_id, media_id);

-- Adds or removes the newest 1,000 photos that are left of a squad in `squads_to_publish`. Its lock on that row makes a squad that turns
-- public or private wait, so `is_public` stays the same meanwhile. Returns whether the squad may have photos left.
create function publish_part(the_squad uuid) returns boolean language plpgsql as $$
declare
  mark uuid;
  photos uuid[];
  done int;
begin
  -- In the order in which an edit of the squad locks these rows. New rows refer to the squad.
  perform from squads where id = the_squad for key share;
  select from_id into mark from squads_to_publish where squad_id = the_squad for update;
  if not found then
    return false;
  end if;
  if (select is_public from squads where id = the_squad) then
    -- Waits for photos that are being deleted, and leaves them out.
    photos := array(select id from media where squad_id = the_squad and purpose = 'gallery' and id < mark order by id desc limit 1000 for key share);
    insert into public_media (media_id, squad_id) select id, the_squad from unnest(photos) id on conflict do nothing;
    done := cardinality(photos);
    mark := photos[done];
  else
    -- Photos that are being deleted take their rows with them.
    delete from public_media where ctid = any (array(
      select ctid from public_media where squad_id = the_squad order by media_id desc limit 1000 for update skip locked));
    get diagnostics done = row_count;
  end if;
  if done < 1000 then
    delete from squads_to_publish where squad_id = the_squad;
  else
    update squads_to_publish set from_id = mark where squad_id = the_squad;
  end if;
  return done = 1000;
end $$;

-- As in 010-galleries.sql; it now does the first part alone. A job does the rest.
create or replace function publish_squad() returns trigger language plpgsql as $$
begin
  insert into squads_to_publish (squad_id, from_id) values (new.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  on conflict (squad_id) do update set from_id = excluded.from_id;
  perform publish_part(new.id);
  return null;
end $$;

-- As in 010-galleries.sql; the job may have added the photo.
create or replace function publish_media() returns trigger language plpgsql as $$
begin
  -- Waits for a squad that turns public or private at this moment.
  perform from squads where id in (select squad_id from added where purpose = 'gallery') for share;
  insert into public_media (media_id, squad_id)
  select a.id, a.squad_id from added a join squads s on s.id = a.squad_id where a.purpose = 'gallery' and s.is_public
  on conflict do nothing;
  return null;
end $$;

-- As in 032-gallery-days.sql; the job may have added the photo.
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
    insert into public_media (media_id, squad_id) select new.id, id from squads where id = new.squad_id and is_public on conflict do nothing;
  end if;
  return null;
end $$;

-- The photos of one person in a gallery are found without a walk over those of the others.
create index media_of_trip_by_person on media (trip_id, uploader_id, taken_at desc, id desc) where purpose = 'gallery';
create index media_of_squad_by_person on media (squad_id, uploader_id, taken_at desc, id desc) where purpose = 'gallery';
