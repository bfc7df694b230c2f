-- The version of each gallery's outline. It changes with the outline, so that a page which has the present version is not sent it again.
-- Likes, captions and finished pictures change no outline.
create table gallery_versions (
  -- The trip or squad whose gallery it is.
  place_id uuid primary key,
  version bigint not null default 1
)
-- Leaves room in each page, because every change of a gallery updates its row in place.
with (fillfactor = 50);

-- Gives galleries that have a row a new version. It locks the rows in the order of their ids, so that two changes at once wait for each
-- other instead of deadlocking.
create function galleries_changed(places uuid[]) returns void language sql as $$
  with held as materialized (select place_id from gallery_versions where place_id = any (places) order by place_id for no key update)
  update gallery_versions v set version = v.version + 1 from held where v.place_id = held.place_id
$$;

create function galleries_grown() returns trigger language plpgsql as $$
begin
  -- In the order of the ids, for the same reason.
  insert into gallery_versions as v (place_id)
  select place from (
    select trip_id as place from changed where purpose = 'gallery' and trip_id is not null
    union select squad_id from changed where purpose = 'gallery' and squad_id is not null
  ) places order by place
  on conflict (place_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger media_in_galleries after insert on media referencing new table as changed for each statement execute function galleries_grown();

create function galleries_shrunk() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(
    select trip_id from changed where purpose = 'gallery' union select squad_id from changed where purpose = 'gallery'));
  return null;
end $$;
create trigger media_out_of_galleries after delete on media referencing old table as changed for each statement execute function galleries_shrunk();

create function gallery_redrawn() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array[old.trip_id, old.squad_id, new.trip_id, new.squad_id]);
  return null;
end $$;
create trigger media_redrawn after update of taken_at, utc_offset, is_local_clock, width, height, file_type, trip_id, squad_id on media for each row
when (new.purpose = 'gallery' and (old.taken_at, old.utc_offset, old.is_local_clock, old.width, old.height, old.file_type, old.trip_id, old.squad_id)
  is distinct from (new.taken_at, new.utc_offset, new.is_local_clock, new.width, new.height, new.file_type, new.trip_id, new.squad_id))
execute function gallery_redrawn();

-- An outline names the people whose photos are in it.
create function galleries_of_person() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(
    select trip_id from media where uploader_id = old.id and purpose = 'gallery'
    union select squad_id from media where uploader_id = old.id and purpose = 'gallery'));
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger person_left_galleries before delete on users for each row execute function galleries_of_person();
create trigger person_renamed_in_galleries after update of first_name, last_name, profile_image_url on users for each row
when ((old.first_name, old.last_name, old.profile_image_url) is distinct from (new.first_name, new.last_name, new.profile_image_url))
execute function galleries_of_person();

create function gallery_gone() returns trigger language plpgsql as $$
begin
  delete from gallery_versions where place_id = old.id;
  return null;
end $$;
create trigger trip_gallery_gone after delete on trips for each row execute function gallery_gone();
create trigger squad_gallery_gone after delete on squads for each row execute function gallery_gone();

-- The photos in galleries of public squads, so that the latest are found without a look at the private ones.
create table public_media (
  media_id uuid primary key references media on delete cascade,
  squad_id uuid not null references squads on delete cascade
);
create index public_media_of_squad on public_media (squad_id);

create function publish_media() returns trigger language plpgsql as $$
begin
  -- Waits for a squad that turns public or private at this moment.
  perform from squads where id in (select squad_id from added where purpose = 'gallery') for share;
  insert into public_media (media_id, squad_id)
  select a.id, a.squad_id from added a join squads s on s.id = a.squad_id where a.purpose = 'gallery' and s.is_public;
  return null;
end $$;
create trigger media_published after insert on media referencing new table as added for each statement execute function publish_media();

create function publish_squad() returns trigger language plpgsql as $$
begin
  if new.is_public then
    insert into public_media (media_id, squad_id)
    select id, squad_id from media where squad_id = new.id and purpose = 'gallery' on conflict do nothing;
  else
    delete from public_media where squad_id = new.id;
  end if;
  return null;
end $$;
create trigger squad_published after update of is_public on squads for each row
when (old.is_public is distinct from new.is_public) execute function publish_squad();

-- A video that becomes the film of a Live Photo leaves its gallery and every count. Two transactions that add to the same trip at once
-- each hold a slot of the counter, and one of them waits for the trip's row. The other one must not wait for the first one's slot here,
-- or both would wait for each other: it takes a slot that nobody holds, which its own is at least.
create function film_joined() returns trigger language plpgsql as $$
declare
  chosen smallint;
begin
  if not new.is_demo then
    select slot into chosen from counters where name = 'photos' order by random() limit 1 for no key update skip locked;
    chosen := coalesce(chosen, floor(random() * 16)::smallint);
    update counters set value = value - 1 where name = 'photos' and slot = chosen;
  end if;
  update trips set video_count = video_count - 1 where id = new.trip_id;
  delete from public_media where media_id = new.id;
  perform galleries_changed(array[new.trip_id, new.squad_id]);
  return null;
end $$;
create trigger media_film_joined after update of purpose on media for each row
when (old.purpose = 'gallery' and new.purpose = 'live') execute function film_joined();

-- Photos that somebody deleted on their page and can still bring back. A page that closes asks for the deletion by the id of this row: a
-- request so short still gets through.
create table deletions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Empty once the state is 'done' or 'undone'.
  media_ids uuid[] not null,
  -- 'named' by the person, 'due' to be finished by the server, 'done', or 'undone'.
  state text not null default 'named' check (state in ('named', 'due', 'done', 'undone')),
  created_at timestamptz(3) not null default now()
);
create index deletions_of_user on deletions (user_id);
create index deletions_by_age on deletions (created_at);
-- Finds whether a photo is about to be deleted, for each photo that is uploaded again.
create index deletions_media on deletions using gin (media_ids);

-- Photos that somebody asked for as one zip, so that a broken download goes on where it stopped, on any server. The zip is made of the
-- photos as they are when it is read; nothing of their content is kept here.
create table zips (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  media_ids uuid[] not null,
  file_name text not null,
  time_zone text not null,
  created_at timestamptz(3) not null default now()
);
create index zips_of_user on zips (user_id, created_at);
create index zips_by_age on zips (created_at);
