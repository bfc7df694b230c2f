-- People whom an admin removed from a squad. They cannot join it by themselves while it is public. Their next membership deletes the row.
create table removed_members (
  -- Orders the list of a squad by time.
  id uuid not null unique,
  squad_id uuid not null references squads on delete cascade,
  user_id uuid not null references users on delete cascade,
  removed_at timestamptz(3) not null default now(),
  primary key (squad_id, user_id)
);
create index removals_of_user on removed_members (user_id);
