-- Decision 122: who waits for a push.
-- The rows of `activity` that pushes may tell, for two days. A trigger writes them.
create table push_rows (
  activity_id uuid primary key references activity on delete cascade,
  written_at timestamptz(3) not null default now(),
  -- When a server found the people whom the row is for. Batches follow each other, so a later one has a later time.
  found_at timestamptz(3)
);
create index push_rows_not_found on push_rows (activity_id) where found_at is null;
create index push_rows_found on push_rows (found_at) where found_at is not null;
create index push_rows_by_age on push_rows (written_at);

-- One row for each person who has had something to get.
create table push_waiting (
  person_id uuid primary key references people on delete cascade,
  -- When the next pushes are due: of what is told at once, of photos and hearts, of what was read meanwhile.
  now_at timestamptz(3),
  gathered_at timestamptz(3),
  read_at timestamptz(3),
  due_at timestamptz(3) generated always as (least(now_at, gathered_at, read_at)) stored,
  -- Rows that were found until then have had their push, or need none.
  now_until timestamptz(3) not null,
  gathered_until timestamptz(3) not null,
  gathered_sent_at timestamptz(3),
  -- A trip of the person runs: photos and hearts come hourly, not daily.
  is_live boolean not null default false,
  -- Grows with each row that is for this person.
  calls int not null default 0,
  -- A server is sending to this person, and gives up by then.
  leased_until timestamptz(3)
);
create index push_waiting_by_due on push_waiting (due_at) where due_at is not null;
