-- Selections in a person's photo library. The ids that the library gave them never leave the server.
create table library_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  picker_id text not null,
  picker_uri text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index library_sessions_of_user on library_sessions (user_id);
create index library_sessions_by_end on library_sessions (expires_at);

-- The selected photos and videos.
create table library_picks (
  id uuid primary key,
  session_id uuid not null references library_sessions on delete cascade,
  item_id text not null,
  -- Works only with a token of the owner, and not for long.
  base_url text not null,
  base_url_until timestamptz(3) not null,
  file_name text not null,
  mime_type text not null,
  is_video boolean not null,
  is_ready boolean not null,
  taken_at timestamptz(3) not null,
  width int not null,
  height int not null,
  unique (session_id, item_id)
);

-- Photos and videos whose import is waiting, running, done, failed or cancelled. A row is deleted with the photo that it brought, so that
-- a deleted photo can be imported again.
create table library_imports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Into a trip, or into a squad.
  trip_id uuid references trips on delete cascade,
  squad_id uuid references squads on delete cascade,
  place_id uuid not null generated always as (coalesce(trip_id, squad_id)) stored,
  item_id text not null,
  -- The same for imports that were started together.
  batch uuid not null,
  session_id uuid references library_sessions on delete set null,
  file_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress smallint not null default 0,
  is_duplicate boolean not null default false,
  fault_step text check (fault_step in ('download', 'upload')),
  fault jsonb,
  -- Another try would fail in the same way.
  is_final boolean not null default false,
  media_id uuid references media on delete cascade,
  updated_at timestamptz(3) not null default now(),
  check (trip_id is null or squad_id is null),
  unique (user_id, place_id, item_id)
);
create index library_imports_of_trip on library_imports (trip_id) where trip_id is not null;
create index library_imports_of_squad on library_imports (squad_id) where squad_id is not null;
create index library_imports_of_session on library_imports (session_id) where session_id is not null;
create index library_imports_of_media on library_imports (media_id) where media_id is not null;
create index library_imports_unsettled on library_imports (updated_at) where state in ('failed', 'cancelled');
