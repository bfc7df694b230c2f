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
