-- What plays of it: the whole of a video, the short film inside a motion photo, the frames of an animation.
alter table media
  -- null when there is nothing to play; 'unavailable': this machine could not make it playable
  add column playback text check (playback in ('processing', 'ready', 'failed', 'unavailable')),
  add column duration_ms int,
  -- where the film lies in the original, in bytes
  add column film_start bigint,
  add column film_bytes bigint,
  add column is_animated boolean not null default false;

-- Where it was taken, by what the file says. In a table of its own: nothing that lists photos can send it along.
create table media_places (
  media_id uuid primary key references media on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- metres above the sea
  altitude real
);

-- The card tells of playback too. A generated column cannot be changed in place before PostgreSQL 17.
alter table media drop column card;
drop function media_card;
create function media_card(id uuid, file_name text, file_type text, file_size bigint, caption text, width int, height int,
  placeholder text, state text, playback text, duration_ms int, taken_at timestamptz, created_at timestamptz)
  returns text language sql immutable parallel safe
return '{"id":"' || id || '","filePath":"/objects/' || id || '","fileName":' || to_json(file_name) || ',"fileType":' || to_json(file_type)
  || ',"fileSize":' || file_size || ',"caption":' || coalesce(to_json(caption)::text, 'null') || ',"width":' || width || ',"height":' || height
  || ',"placeholder":' || coalesce(to_json(placeholder)::text, 'null') || ',"state":"' || state
  || '","playback":' || coalesce('"' || playback || '"', 'null') || ',"durationMs":' || coalesce(duration_ms::text, 'null')
  || ',"takenAt":"' || to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"';
alter table media add column card text not null generated always as (
  media_card(id, file_name, file_type, file_size, caption, width, height, placeholder, state, playback, duration_ms, taken_at, created_at)
) stored;
