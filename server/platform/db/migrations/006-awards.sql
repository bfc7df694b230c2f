-- The awards of a trip. 007-votes.sql writes votes and everything that is counted from them.
create table categories (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  name text not null,
  description text not null,
  icon text not null,
  color text not null,
  position int not null default 0,
  votes_received int not null default 0,
  -- Set once, by the last vote or after an organizer closed the award. It is never unset.
  completed_at timestamptz(3),
  closed_at timestamptz(3),
  -- 014-demo.sql sets this.
  is_demo boolean not null default false,
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

-- The votes per nominee. Only complete awards have rows here: a secret count is stored nowhere.
create table tallies (
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null references users on delete cascade,
  trip_id uuid not null references trips on delete cascade,
  votes int not null,
  primary key (category_id, nominee_id)
);
create index tallies_by_votes on tallies (category_id, votes desc);
create index tallies_of_nominee on tallies (nominee_id, trip_id);
create index tallies_of_trip on tallies (trip_id);

-- The sum of a person's tallies in a trip.
create table standings (
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  votes int not null,
  primary key (trip_id, user_id)
);
create index standings_by_votes on standings (trip_id, votes desc);
create index standings_of_user on standings (user_id);
