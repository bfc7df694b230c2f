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
  -- A trigger sets this.
  is_demo boolean not null default false,
  -- Triggers keep these, so that no page counts rows; only the functions that end and delete awards write `complete_count`.
  crew_count int not null default 0,
  -- The number of the crew's last change.
  crew_change int not null default 0,
  category_count int not null default 0,
  complete_count int not null default 0,
  photo_count int not null default 0,
  video_count int not null default 0,
  created_at timestamptz(3) not null default now(),
  check (end_date >= start_date)
);
create index trips_of_squad on trips (squad_id, start_date desc, id desc);
create index trips_by_creator on trips (created_by) where created_by is not null;

-- The crew of a trip.
create table trip_members (
  id uuid not null unique,
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  mood text,
  excitement_level smallint check (excitement_level between 0 and 10),
  -- When somebody came onto the crew.
  joined_at timestamptz(3) not null default now(),
  primary key (trip_id, user_id)
);
create index trips_of_user on trip_members (user_id, trip_id);
create index trip_members_in_order on trip_members (trip_id, id);

-- The changes of a trip's crew, from the first on, with the number of people on the crew after each.
create table crew_changes (
  trip_id uuid not null references trips on delete cascade,
  number int not null,
  crew_count int not null,
  primary key (trip_id, number)
);
