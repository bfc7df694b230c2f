-- What somebody asked for as one zip, so that the download can go on where it broke off, on any server. It is made of the photos
-- as they are when it is read; nothing of them is kept here.
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
