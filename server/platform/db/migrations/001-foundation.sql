create table users (
  id uuid primary key,
  email text not null,
  -- the address in lower case: two accounts may not differ in case alone
  email_key text not null unique,
  first_name text not null,
  last_name text not null,
  bio text,
  profile_image_url text,
  password_hash text,
  created_at timestamptz(3) not null default now()
);

create table sessions (
  -- SHA-256 of the token: a copy of this table opens no account
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table squads (
  id uuid primary key,
  name text not null,
  description text not null,
  photo_url text,
  is_public boolean not null default false,
  invite_code text not null,
  member_count int not null default 0,
  trip_count int not null default 0,
  created_at timestamptz(3) not null default now()
);
create index public_squads on squads (id desc) where is_public;

create table squad_members (
  id uuid not null unique,
  squad_id uuid not null references squads on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('admin', 'member')),
  primary key (squad_id, user_id)
);
create index squads_of_user on squad_members (user_id, squad_id);
create index squad_members_in_order on squad_members (squad_id, id);

create table trips (
  id uuid primary key,
  squad_id uuid references squads on delete cascade,
  created_by uuid references users on delete set null,
  name text not null,
  location text not null,
  description text not null default '',
  start_date date not null,
  end_date date not null,
  photo_url text,
  -- kept by the writes that change them, so that no page counts rows
  crew_count int not null default 0,
  category_count int not null default 0,
  complete_count int not null default 0,
  photo_count int not null default 0,
  video_count int not null default 0,
  created_at timestamptz(3) not null default now(),
  check (end_date >= start_date)
);
create index trips_of_squad on trips (squad_id, start_date desc, id desc);

create table trip_members (
  id uuid not null unique,
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  mood text,
  excitement_level smallint check (excitement_level between 0 and 10),
  primary key (trip_id, user_id)
);
create index trips_of_user on trip_members (user_id, trip_id);
create index trip_members_in_order on trip_members (trip_id, id);

create table categories (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  name text not null,
  description text not null,
  icon text not null,
  color text not null,
  position int not null default 0,
  votes_received int not null default 0,
  -- set once, when the last vote came in or an organizer closed it; never unset
  completed_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index categories_of_trip on categories (trip_id, position, id);

create table votes (
  category_id uuid not null references categories on delete cascade,
  voter_id uuid not null references users on delete cascade,
  nominee_id uuid not null references users on delete cascade,
  primary key (category_id, voter_id)
);
create index votes_of_voter on votes (voter_id);
create index votes_for_nominee on votes (nominee_id);

-- Counts per nominee exist for complete categories only: what is secret is nowhere to be read.
create table tallies (
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null references users on delete cascade,
  trip_id uuid not null references trips on delete cascade,
  votes int not null,
  primary key (category_id, nominee_id)
);
create index tallies_by_votes on tallies (category_id, votes desc);
create index tallies_of_nominee on tallies (nominee_id, trip_id);

-- The sum of a person's tallies in a trip.
create table standings (
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  votes int not null,
  primary key (trip_id, user_id)
);
create index standings_by_votes on standings (trip_id, votes desc);

-- One file of one user, between the signed address and its registration; its bytes lie under the same id.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  -- what the server found in the bytes; null until they are all there
  found jsonb,
  -- the media item made of it; null until it is registered
  media_id uuid,
  created_at timestamptz(3) not null default now()
);
create index uploads_by_age on uploads (created_at);

create table media (
  id uuid primary key,
  purpose text not null check (purpose in ('gallery', 'profile', 'squad', 'trip')),
  uploader_id uuid references users on delete set null,
  squad_id uuid references squads on delete cascade,
  trip_id uuid references trips on delete cascade,
  file_name text not null,
  file_type text not null,
  file_size bigint not null,
  sha256 bytea not null,
  crc32 bigint not null,
  width int not null,
  height int not null,
  caption text,
  likes int not null default 0,
  placeholder text,
  rendition_type text,
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  taken_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index media_of_trip on media (trip_id, taken_at desc, id desc) where purpose = 'gallery';
create index media_of_squad on media (squad_id, taken_at desc, id desc) where purpose = 'gallery';
create index recent_media_of_squad on media (squad_id, id desc) where purpose = 'gallery';
create index recent_media_of_trip on media (trip_id, id desc) where purpose = 'gallery';
create index media_of_uploader on media (uploader_id);
create unique index same_bytes_in_trip on media (trip_id, sha256) where purpose = 'gallery' and trip_id is not null;
create unique index same_bytes_in_squad on media (squad_id, sha256) where purpose = 'gallery' and trip_id is null;

create table media_likes (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (media_id, user_id)
);
create index likes_of_user on media_likes (user_id, media_id);

-- Public totals, spread over slots so that writers do not wait for one another.
create table counters (
  name text not null,
  slot smallint not null,
  value bigint not null,
  primary key (name, slot)
);
insert into counters select name, slot, 0
from unnest(array['trips', 'categories', 'photos', 'users']) name, generate_series(0, 15) slot;

create function count_rows() returns trigger language plpgsql as $$
declare
  counter text := tg_argv[0];
  chosen smallint := floor(random() * 16);
  change bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into change from changed;
  else
    select -count(*) into change from changed;
  end if;
  if change <> 0 then
    update counters set value = value + change where name = counter and slot = chosen;
  end if;
  return null;
end $$;

create function count_photos() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
  chosen smallint := floor(random() * 16);
  total bigint;
begin
  select sign * count(*) into total from changed where purpose = 'gallery';
  if total = 0 then
    return null;
  end if;
  update counters set value = value + total where name = 'photos' and slot = chosen;
  update trips set photo_count = photo_count + sign * c.photos, video_count = video_count + sign * c.videos
  from (
    select trip_id, count(*) filter (where file_type not like 'video/%') photos, count(*) filter (where file_type like 'video/%') videos
    from changed where purpose = 'gallery' and trip_id is not null group by trip_id
  ) c
  where trips.id = c.trip_id;
  return null;
end $$;

create trigger users_added after insert on users referencing new table as changed for each statement execute function count_rows('users');
create trigger users_removed after delete on users referencing old table as changed for each statement execute function count_rows('users');
create trigger trips_added after insert on trips referencing new table as changed for each statement execute function count_rows('trips');
create trigger trips_removed after delete on trips referencing old table as changed for each statement execute function count_rows('trips');
create trigger categories_added after insert on categories referencing new table as changed for each statement execute function count_rows('categories');
create trigger categories_removed after delete on categories referencing old table as changed for each statement execute function count_rows('categories');
create trigger media_added after insert on media referencing new table as changed for each statement execute function count_photos();
create trigger media_removed after delete on media referencing old table as changed for each statement execute function count_photos();

-- Counts of members, trips and categories stand on the row that owns them.
create function count_owned() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  execute format(
    'update %I set %I = %I.%I + $1 * c.rows from (select %I owner, count(*)::int as rows from changed where %I is not null group by 1) c where %I.id = c.owner',
    tg_argv[0], tg_argv[1], tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[2], tg_argv[0]
  ) using sign;
  return null;
end $$;
create trigger squad_members_added after insert on squad_members referencing new table as changed for each statement execute function count_owned('squads', 'member_count', 'squad_id');
create trigger squad_members_removed after delete on squad_members referencing old table as changed for each statement execute function count_owned('squads', 'member_count', 'squad_id');
create trigger squad_trips_added after insert on trips referencing new table as changed for each statement execute function count_owned('squads', 'trip_count', 'squad_id');
create trigger squad_trips_removed after delete on trips referencing old table as changed for each statement execute function count_owned('squads', 'trip_count', 'squad_id');
create trigger trip_members_added after insert on trip_members referencing new table as changed for each statement execute function count_owned('trips', 'crew_count', 'trip_id');
create trigger trip_members_removed after delete on trip_members referencing old table as changed for each statement execute function count_owned('trips', 'crew_count', 'trip_id');
create trigger trip_categories_added after insert on categories referencing new table as changed for each statement execute function count_owned('trips', 'category_count', 'trip_id');
create trigger trip_categories_removed after delete on categories referencing old table as changed for each statement execute function count_owned('trips', 'category_count', 'trip_id');
