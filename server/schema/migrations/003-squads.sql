create table squads (
  id uuid primary key,
  name text not null,
  description text not null,
  -- A file of this server.
  photo_url text check (photo_url like '/objects/%'),
  is_public boolean not null default false,
  invite_code text not null,
  -- The newcomer whose demo squad this is. Nobody else joins it, it is never public, and it is deleted with them.
  demo_of uuid unique references users on delete cascade,
  -- Triggers keep these two.
  member_count int not null default 0,
  trip_count int not null default 0,
  -- The day on which the latest photo came to the squad or one of its trips. A trigger sets it.
  last_photo_on date,
  created_at timestamptz(3) not null default now(),
  check (demo_of is null or not is_public)
);
create index public_squads on squads (id desc) where is_public;
-- Finds the public squads with the newest photos, past those that have none.
create index public_squads_with_photos on squads (last_photo_on desc, id desc) where is_public and last_photo_on is not null;
-- Finds the oldest example squads, which end after 60 days.
create index demo_squads on squads (created_at) where demo_of is not null;

-- Finds words anywhere in the names and descriptions of public squads. Without the extension the search reads all public squads.
do $$
begin
  create extension if not exists pg_trgm;
  create index public_squads_words on squads using gin ((name || E'\n' || description) gin_trgm_ops) where is_public;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'The search for public squads has no index, because the extension pg_trgm cannot be installed: %', sqlerrm;
end $$;

-- The people invented for a demo squad are deleted with it.
alter table users add foreign key (demo_squad_id) references squads on delete cascade;

create table squad_members (
  id uuid not null unique,
  squad_id uuid not null references squads on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('admin', 'member')),
  primary key (squad_id, user_id)
);
create index squads_of_user on squad_members (user_id, squad_id);
create index squad_members_in_order on squad_members (squad_id, id);

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
