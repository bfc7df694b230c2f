-- Decision 119: what a person has seen of what happened, and what they want to hear of.
create table inbox_settings (
  person_id uuid primary key references people on delete cascade,
  seen_at timestamptz(3),
  topics_off text[] not null default '{}',
  no_mail text[] not null default '{}',
  -- As clocks show it in `time_zone`.
  quiet_from text,
  quiet_to text,
  time_zone text
);
create table inbox_squads (
  person_id uuid not null references people on delete cascade,
  squad_id uuid not null references squads on delete cascade,
  topics_off text[] not null default '{}',
  muted_until timestamptz(3),
  primary key (person_id, squad_id)
);
create index inbox_squads_of_squad on inbox_squads (squad_id);
