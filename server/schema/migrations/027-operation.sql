-- Decision 110: the backups of this site, so that whoever runs it sees how old the last one is. The place of a backup says more.
create table taken_backups (
  -- The moment at which it began, as its folder is named.
  name text not null,
  place text not null,
  ended_at timestamptz not null,
  -- Of the copies of the database, without the files of photos.
  database_bytes bigint not null,
  photo_files int not null,
  primary key (name, place)
);

-- Decision 114: what is wrong with the site at present, as each of its processes sees it. Rows of a process that has died grow old.
create table faults (
  process uuid not null,
  name text not null,
  reason text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (process, name)
);
