create table squads (
  id uuid primary key,
  name text not null,
  description text not null,
  photo_url text,
  is_public boolean not null default false,
  invite_code text not null,
  -- The newcomer whose demo squad this is. Nobody else joins it, it is never public, and it is deleted with them.
  demo_of uuid unique references users on delete cascade,
  -- 015-counts.sql keeps these two.
  member_count int not null default 0,
  trip_count int not null default 0,
  created_at timestamptz(3) not null default now(),
  check (demo_of is null or not is_public)
);
create index public_squads on squads (id desc) where is_public;

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
