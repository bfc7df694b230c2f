-- The awards of a trip. Functions write votes and everything that is counted from them.
create table categories (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  name text not null,
  description text not null,
  icon text not null,
  color text not null,
  position int not null default 0,
  votes_received int not null default 0,
  -- The crew's last change when the first ballot came in. Null without a ballot.
  first_ballot_change int,
  -- The award has ballots of a night without votes for oneself: everybody knows one person whom each voter has not chosen.
  no_self_votes boolean not null default false,
  -- Set once, by the last vote or after an organizer closed the award. It is never unset.
  completed_at timestamptz(3),
  closed_at timestamptz(3),
  -- The organizer who closed the vote.
  closed_by uuid references users on delete set null,
  -- The choices of this award are destroyed. Its rows in `votes` say only who took part.
  is_sealed boolean not null default false,
  -- The award ended below the bound: nobody counted its ballots, and its choices are destroyed.
  is_uncounted boolean not null default false,
  -- The counts of this award would tell who chose whom, or its night does not show them. In place of counts it stores 1 for its last rank,
  -- 2 for the rank above it, and so on.
  hides_counts boolean not null default false,
  -- The key of its entry in a pack, or the ancestor of the award that it copies. Awards of a squad with the same ancestor are one title on
  -- several trips. Null: the award is its own ancestor.
  ancestor text,
  -- A trigger sets this.
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index categories_of_trip on categories (trip_id, position, id);
create index categories_closed_by on categories (closed_by) where closed_by is not null;

-- The people who have taken their own name off an award: its voters cannot choose them.
create table declined_awards (
  category_id uuid not null references categories on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (category_id, user_id)
);
create index declined_awards_of_user on declined_awards (user_id);

create table votes (
  category_id uuid not null references categories on delete cascade,
  voter_id uuid not null references users on delete cascade,
  -- Null in a void ballot, in a skipped one, and after the choice was destroyed. The ballots and counts of a complete award are a snapshot:
  -- they keep the id of a nominee whose account is deleted, so no column of these tables for a nominee refers to a user.
  nominee_id uuid,
  -- A voter who skips an award has answered it without a nominee.
  is_skipped boolean not null default false,
  primary key (category_id, voter_id),
  constraint skipped_votes_name_nobody check (not is_skipped or nominee_id is null)
);
create index votes_of_voter on votes (voter_id);

-- The votes per nominee. Only complete awards have rows here: a secret count is stored nowhere.
create table tallies (
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null,
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
  user_id uuid not null,
  votes int not null,
  primary key (trip_id, user_id)
);
create index standings_by_votes on standings (trip_id, votes desc);
create index standings_of_user on standings (user_id);
