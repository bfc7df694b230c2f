-- Awards Nights: a planned moment at which the results of all awards of a trip come out together.
create table nights (
  trip_id uuid primary key references trips on delete cascade,
  starts_at timestamptz(3) not null,
  time_zone text not null,
  no_self_votes boolean not null,
  moves_by_itself boolean not null,
  starts_by_itself boolean not null,
  shows_counts boolean not null,
  -- The rules of bonus awards that the organizers have switched off.
  bonus_rules_off text[] not null default '{}',
  -- The first person who answered all awards. Their name is all that is kept of the moment.
  first_done uuid references users on delete set null,
  closed_at timestamptz(3),
  live_at timestamptz(3),
  over_at timestamptz(3),
  -- The cards of the show, made when the vote closes. They name people and photos by their ids.
  cards jsonb,
  -- The present card, from 0, and when it begins.
  position int not null default 0,
  card_at timestamptz(3)
);
create index nights_of_first_done on nights (first_done);

-- The counts of awards whose night has closed and is not over. Until then they stand here, where no page reads them.
create table sealed_tallies (
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null,
  votes int not null,
  primary key (category_id, nominee_id)
);

-- Crew members who get no bonus award.
create table bonus_opt_outs (
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (trip_id, user_id)
);
create index bonus_opt_outs_of_user on bonus_opt_outs (user_id);

-- What the crew of a trip has heard of its night by mail.
create table night_announcements (
  trip_id uuid primary key references trips on delete cascade,
  -- The organizer who planned, moved or called off the night last.
  changed_by uuid references users on delete set null,
  -- The address of the site, for links.
  origin text not null,
  -- The time that the last letters named; null if they said that the night is called off, and before the first ones.
  told_starts_at timestamptz(3),
  -- When letters went out, those of the last day at least.
  sent_at timestamptz(3)[] not null default '{}'
);
create index night_announcements_changed_by on night_announcements (changed_by) where changed_by is not null;

-- The letters of the last day, each to one person.
create table night_letters (
  id uuid primary key,
  trip_id uuid not null references night_announcements on delete cascade,
  user_id uuid not null references users on delete cascade,
  news text not null check (news in ('planned', 'moved', 'called off')),
  -- The time of the night; of one that is called off, the time that it had.
  starts_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index night_letters_of_trip on night_letters (trip_id);
create index night_letters_of_user on night_letters (user_id, created_at);
create index night_letters_by_age on night_letters (created_at);

-- The code that opens the show of a night on a screen without an account. A night that is called off or deleted takes it along.
create table tv_codes (
  trip_id uuid primary key references nights on delete cascade,
  code_hash bytea not null unique,
  -- The organizer whose rights the screens have.
  made_by uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index tv_codes_of on tv_codes (made_by);

-- The screens that a code has opened. A new code leaves them on; the end of the code ends them.
create table tvs (
  token_hash bytea primary key,
  trip_id uuid not null references tv_codes on delete cascade,
  expires_at timestamptz(3) not null
);
create index tvs_of on tvs (trip_id);
