-- Returns the part of a photo's JSON that is the same for every viewer. The database makes it when the row is written, and a page of
-- the gallery only joins these texts, which costs a third less than building them. The text has no closing brace: the part that depends
-- on the viewer follows.
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

-- Returns what orders the photos of one moment: their names without an ending, with numbers as numbers, so that IMG_9 comes before IMG_10.
-- It is cut off where an index could not hold it.
create function name_order(file_name text) returns text language sql immutable parallel safe
return left(regexp_replace(regexp_replace(lower(regexp_replace(file_name, '\.[^.]*$', '')) collate "C",
  '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g'), 300);

-- Photos and videos in galleries, and the pictures of people, squads and trips. The files are stored under the same id.
create table media (
  id uuid primary key,
  -- 'live' is the film of a Live Photo. It keeps its row and its file, and galleries, counts and pages leave it out. Deleted photos lie in the
  -- 'trash' for 30 days. They keep their row and their files, and everything that asks for 'gallery' leaves them out. The film of a Live Photo
  -- goes to the trash with its still and keeps its `still_id`.
  purpose text not null check (purpose in ('gallery', 'live', 'trash', 'profile', 'squad', 'trip')),
  uploader_id uuid references users on delete set null,
  squad_id uuid references squads on delete cascade,
  trip_id uuid references trips on delete cascade,
  -- A trigger sets this.
  is_demo boolean not null default false,

  file_name text not null,
  file_type text not null,
  file_size bigint not null,
  sha256 bytea not null,
  crc32 bigint not null,
  -- As shown, after rotation.
  width int not null,
  height int not null,
  caption text,
  likes int not null default 0,

  taken_at timestamptz(3) not null,
  -- Minutes east of UTC that the clock was set to where the photo was taken. Null when the file does not say.
  utc_offset smallint check (utc_offset between -840 and 840),
  -- `taken_at` holds what a clock without a zone showed, as if that were UTC: the day is right, the moment is a guess.
  is_local_clock boolean not null default false,

  -- The pictures that pages show are made by a job.
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  placeholder text,
  rendition_type text,

  -- The film that plays: a whole video, the short film inside a motion photo or of a Live Photo, or the frames of an animation. Null when
  -- nothing plays. 'unavailable': this machine cannot make the film playable. 'unknown': no program here knows its coding.
  -- 'protected': it plays only with a key.
  playback text check (playback in ('processing', 'ready', 'failed', 'unavailable', 'unknown', 'protected')),
  duration_ms int,
  -- Where the film lies in the original, in bytes.
  film_start bigint,
  film_bytes bigint,
  is_animated boolean not null default false,

  -- The identifier that the still and the film of a Live Photo share.
  content_id uuid,
  -- Of the film of a Live Photo: its still. The film is deleted with it.
  still_id uuid references media on delete cascade,
  -- Of the still of a Live Photo: its film's original as the contract's JSON.
  live text,

  trashed_at timestamptz(3),
  trashed_by uuid references users on delete set null,

  -- Orders the photos of one moment.
  name_order text collate "C" not null generated always as (name_order(file_name)) stored,
  card text not null generated always as (
    media_card(id, file_name, file_type, file_size, caption, width, height, placeholder, state, playback, duration_ms, taken_at, utc_offset,
      is_local_clock, created_at)
  ) stored,
  created_at timestamptz(3) not null default now(),
  constraint media_live_check check (purpose = 'trash' or (purpose = 'live') = (still_id is not null)),
  constraint media_trash_check check ((purpose = 'trash') = (trashed_at is not null))
)
-- Leaves room in each page, because likes and states change in place.
with (fillfactor = 85);
create index media_of_uploader on media (uploader_id);
create index media_by_content on media (content_id) where content_id is not null;
create unique index film_of_still on media (still_id) where still_id is not null;
-- A gallery holds the same bytes once, also as the film of a Live Photo.
create unique index same_bytes_in_trip on media (trip_id, sha256) where purpose in ('gallery', 'live') and trip_id is not null;
create unique index same_bytes_in_squad on media (squad_id, sha256) where purpose in ('gallery', 'live') and trip_id is null;
create index trash_of_trip on media (trip_id, trashed_at desc, id desc) where purpose = 'trash';
create index trash_of_squad on media (squad_id, trashed_at desc, id desc) where purpose = 'trash';
create index trash_by_age on media (trashed_at) where purpose = 'trash';
create index trash_of_person on media (trashed_by) where trashed_by is not null;
-- Finds a person's most liked photos without a look at all their photos.
create index liked_photos_of_uploader on media (uploader_id, likes desc, taken_at, id) where purpose = 'gallery' and likes > 0;
-- Finds the most liked photo of a trip in one step, however many photos the trip has. Every like writes to this index.
create index best_liked_of_trip on media (trip_id, likes desc, taken_at, id) where purpose = 'gallery' and state = 'ready';
-- Counts a person's photos.
create index photos_of_uploader on media (uploader_id) where purpose = 'gallery' and not is_demo;
-- Photos and videos in preparation. The film of a Live Photo has no pictures of its own.
create index media_unfinished on media (id) where still_id is null and (state = 'processing' or playback = 'processing');
-- The latest photos of a squad or trip are found in the index alone, which also says what is a photo of the gallery.
create index recent_media_of_trip on media (trip_id, id desc) include (purpose) where trip_id is not null;
create index recent_media_of_squad on media (squad_id, id desc) include (purpose, state) where squad_id is not null;
-- A gallery is ordered by the moment, then by the name, then by the id.
create index media_of_trip on media (trip_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index media_of_squad on media (squad_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
-- The photos of one person in a gallery are found without a walk over those of the others.
create index media_of_trip_by_person on media (trip_id, uploader_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index media_of_squad_by_person on media (squad_id, uploader_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
-- Videos are few. Where they are very few, a page of them walks no gallery.
create index videos_of_trip on media (trip_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery' and file_type like 'video/%';
create index videos_of_squad on media (squad_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery' and file_type like 'video/%';

create table media_likes (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (media_id, user_id)
);
create index likes_of_user on media_likes (user_id, media_id);

-- Where a photo was taken, by its file. This is a table of its own so that no list of photos sends it along by accident.
create table media_places (
  media_id uuid primary key references media on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Metres above the sea.
  altitude real
);

-- People who added a file that its album had already. When its uploader deletes the photo, it becomes theirs.
create table also_added (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  caption text,
  added_at timestamptz(3) not null default now(),
  primary key (media_id, user_id)
);
create index also_added_by_person on also_added (user_id);

-- Profile photos and covers that the clean-up has to look at after a day: each one when it is new, and again when it is replaced. Looking
-- for the unused ones among all would take longer with every person.
create table images_to_check (
  media_id uuid primary key references media on delete cascade,
  since timestamptz(3) not null default now()
);
create index images_to_check_by_age on images_to_check (since);
