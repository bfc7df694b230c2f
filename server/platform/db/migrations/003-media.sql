-- The part of a photo's JSON that is the same for everyone, made when the row is written: a page of the gallery only strings such
-- texts together, which costs a third less than building them. It ends open, for what depends on the viewer.
create function media_card(id uuid, file_name text, file_type text, file_size bigint, caption text, width int, height int,
  placeholder text, state text, taken_at timestamptz, created_at timestamptz) returns text language sql immutable parallel safe
return '{"id":"' || id || '","filePath":"/objects/' || id || '","fileName":' || to_json(file_name) || ',"fileType":' || to_json(file_type)
  || ',"fileSize":' || file_size || ',"caption":' || coalesce(to_json(caption)::text, 'null') || ',"width":' || width || ',"height":' || height
  || ',"placeholder":' || coalesce(to_json(placeholder)::text, 'null') || ',"state":"' || state
  || '","takenAt":"' || to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"';

alter table media add column card text not null generated always as (
  media_card(id, file_name, file_type, file_size, caption, width, height, placeholder, state, taken_at, created_at)
) stored;
create function person_face(id uuid, first_name text, last_name text, profile_image_url text) returns text language sql immutable parallel safe
return '{"id":"' || id || '","firstName":' || to_json(first_name) || ',"lastName":' || to_json(last_name)
  || ',"profileImageUrl":' || coalesce(to_json(profile_image_url)::text, 'null') || '}';

-- An uploader as the JSON of each of their photos names them.
alter table users add column face text not null generated always as (
  person_face(id, first_name, last_name, profile_image_url)
) stored;

-- Likes and states change in place.
alter table media set (fillfactor = 85);
create index images_in_use on media (created_at) where purpose <> 'gallery';

-- An upload has a row from the moment its bytes have arrived; the signed address says the rest.
alter table uploads drop column expires_at;
-- why the bytes were not taken: a code and a sentence
alter table uploads add column refusal jsonb;

-- Ids whose files are no longer wanted; a job removes the files, then the row.
create table unwanted_files (
  id uuid primary key,
  since timestamptz(3) not null default now()
);

create function bury_files() returns trigger language plpgsql as $$
begin
  insert into unwanted_files (id) select id from gone on conflict do nothing;
  return null;
end $$;
-- However a photo goes, also with its trip, its squad or its owner's account.
create trigger media_buried after delete on media referencing old table as gone for each statement execute function bury_files();

create function bury_uploads() returns trigger language plpgsql as $$
begin
  -- The files of a registered one belong to its photo.
  insert into unwanted_files (id) select id from gone where media_id is null on conflict do nothing;
  return null;
end $$;
create trigger uploads_buried after delete on uploads referencing old table as gone for each statement execute function bury_uploads();

-- The photos of public squads, so that the latest are found without looking at private ones.
create table public_media (
  media_id uuid primary key references media on delete cascade,
  squad_id uuid not null references squads on delete cascade
);
create index public_media_of_squad on public_media (squad_id);

create function publish_media() returns trigger language plpgsql as $$
begin
  -- Waits for a squad that is just turning public or private.
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

-- Made by the server that needs one first, and the same for all of them.
create table secrets (
  name text primary key,
  value bytea not null
);
