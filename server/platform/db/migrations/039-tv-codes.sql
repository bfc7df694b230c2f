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
