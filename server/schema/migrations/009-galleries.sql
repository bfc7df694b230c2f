-- The version of each gallery's outline. It changes with the outline, so that a page which has the present version is not sent it again.
-- Likes, captions and finished pictures change no outline.
create table gallery_versions (
  -- The trip or squad whose gallery it is.
  place_id uuid primary key,
  version bigint not null default 1
)
-- Leaves room in each page, because every change of a gallery updates its row in place.
with (fillfactor = 50);

-- The photos of each gallery by day in UTC, as its outline needs them, so that an outline reads a row per day instead of every photo.
-- A write marks the days that it changes, in its own transaction. An outline reads the photos of marked days themselves, and a job
-- describes those days anew.
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
  -- As `shapes`, of photos and of videos alone, so that an outline of one kind reads a row per day too.
  photo_shapes text not null default '',
  video_shapes text not null default '',
  -- Where the videos are among all of the day, from 1.
  video_places int[] not null default '{}',
  -- Newest first, one entry per run of photos of one local day: this day, by the clocks of the photos; or null, and then the moment of one
  -- of the photos and their trip, which tell the day for each viewer.
  run_sizes int[] not null default '{}',
  run_days date[] not null default '{}',
  run_moments timestamptz(3)[] not null default '{}',
  run_trips uuid[] not null default '{}',
  -- How many of each run are videos.
  run_videos int[] not null default '{}',
  -- How many photos of a trip name an offset.
  clock_trips uuid[] not null default '{}',
  clock_offsets smallint[] not null default '{}',
  clock_counts int[] not null default '{}',
  primary key (place_id, utc_day)
);
create index stale_gallery_days on gallery_days (place_id, utc_day) where is_stale;

-- Ids do not get smaller by compression.
alter table gallery_days alter column moments set storage external, alter column photo_ids set storage external;

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

-- The photos in galleries of public squads, so that the latest are found without a look at the private ones.
create table public_media (
  media_id uuid primary key references media on delete cascade,
  squad_id uuid not null references squads on delete cascade
);
-- The photos of a squad are found newest first.
create index public_media_of_squad on public_media (squad_id, media_id);

-- Squads that turned public or private and have photos left that are not in `public_media`, or still are. Such a squad changes its rows in
-- parts, so that no statement grows with its photos. Whether a photo is shown follows from the squad at the moment of reading; the rows of
-- `public_media` only make public photos quick to find.
create table squads_to_publish (
  squad_id uuid primary key references squads on delete cascade,
  -- Of a public squad, the photos from this id on are in `public_media`.
  from_id uuid not null
);

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
