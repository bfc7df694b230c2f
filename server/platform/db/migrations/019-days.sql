-- The clock where a photo was taken, as far as its file knows it: days of a gallery are those of the trip, wherever one looks from.
alter table media
  -- minutes east of UTC; null when the file does not say
  add column utc_offset smallint check (utc_offset between -840 and 840),
  -- taken_at is what a clock without a zone showed, taken for UTC: the day is right, the moment a guess
  add column is_local_clock boolean not null default false,
  -- photos from before are read again, a few at a time
  add column is_clock_read boolean not null default false;
alter table media alter column is_clock_read set default true;
create index media_unread_clocks on media (id) where purpose = 'gallery' and not is_clock_read;

-- The card tells the time that clock showed.
alter table media drop column card;
drop function media_card;
create function media_card(id uuid, file_name text, file_type text, file_size bigint, caption text, width int, height int,
  placeholder text, state text, playback text, duration_ms int, taken_at timestamptz, utc_offset smallint, is_local_clock boolean,
  created_at timestamptz) returns text language sql immutable parallel safe
return '{"id":"' || id || '","filePath":"/objects/' || id || '","fileName":' || to_json(file_name) || ',"fileType":' || to_json(file_type)
  || ',"fileSize":' || file_size || ',"caption":' || coalesce(to_json(caption)::text, 'null') || ',"width":' || width || ',"height":' || height
  || ',"placeholder":' || coalesce(to_json(placeholder)::text, 'null') || ',"state":"' || state
  || '","playback":' || coalesce('"' || playback || '"', 'null') || ',"durationMs":' || coalesce(duration_ms::text, 'null')
  || ',"takenAt":"' || to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","localTime":' || case when is_local_clock or utc_offset is not null then '"' || to_char((taken_at at time zone 'UTC')
      + coalesce(utc_offset, 0) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS') || '"' else 'null' end
  || ',"createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"';
alter table media add column card text not null generated always as (
  media_card(id, file_name, file_type, file_size, caption, width, height, placeholder, state, playback, duration_ms, taken_at, utc_offset,
    is_local_clock, created_at)
) stored;

-- Changes whenever the outline of a trip's or squad's gallery does, so that pages which have it are not sent it again. Likes, captions and
-- developed pictures change no outline.
create table gallery_versions (
  -- of a trip or a squad
  place_id uuid primary key,
  version bigint not null default 1
);
alter table gallery_versions set (fillfactor = 50);
insert into gallery_versions (place_id)
  select trip_id from media where purpose = 'gallery' and trip_id is not null
  union select squad_id from media where purpose = 'gallery' and squad_id is not null;

create function galleries_grown() returns trigger language plpgsql as $$
begin
  -- In the order of their ids, so that two who add to the same ones wait instead of blocking each other.
  insert into gallery_versions as v (place_id)
  select place from (
    select trip_id as place from changed where purpose = 'gallery' and trip_id is not null
    union select squad_id from changed where purpose = 'gallery' and squad_id is not null
  ) places order by place
  on conflict (place_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger media_in_galleries after insert on media referencing new table as changed for each statement execute function galleries_grown();

create function galleries_changed(places uuid[]) returns void language sql as $$
  with held as materialized (select place_id from gallery_versions where place_id = any (places) order by place_id for no key update)
  update gallery_versions v set version = v.version + 1 from held where v.place_id = held.place_id
$$;

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

-- Photos that somebody took off their page and can still put back. Naming a list is a short request: it gets through while a page closes.
create table deletions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  media_ids uuid[] not null,
  created_at timestamptz(3) not null default now()
);
create index deletions_of_user on deletions (user_id);
create index deletions_by_age on deletions (created_at);
