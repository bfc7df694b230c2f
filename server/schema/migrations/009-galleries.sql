-- The version of each gallery's outline. It changes with the outline, so that a page which has the present version is not sent it again.
-- Likes, captions and finished pictures change no outline.
create table gallery_versions (
  -- The trip or squad whose gallery it is.
  place_id uuid primary key,
  version bigint not null default 1
)
-- Leaves room in each page, because every change of a gallery updates its row in place.
with (fillfactor = 50);

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
