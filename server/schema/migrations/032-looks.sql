-- Decision 118: until when somebody has seen the photos of a trip or squad.
create table looks (
  user_id uuid not null references people on delete cascade,
  trip_id uuid references trips on delete cascade,
  squad_id uuid references squads on delete cascade,
  place_id uuid not null generated always as (coalesce(trip_id, squad_id)) stored,
  -- Photos that were added later are new.
  seen_at timestamptz(3) not null,
  primary key (user_id, place_id),
  constraint looks_are_of_one_place check (num_nonnulls(trip_id, squad_id) = 1)
);
create index looks_at_trip on looks (trip_id) where trip_id is not null;
create index looks_at_squad on looks (squad_id) where squad_id is not null;

-- The photos that were added last are counted in the index alone.
create index added_to_trip on media (trip_id, created_at desc) include (uploader_id) where purpose = 'gallery' and not is_demo and trip_id is not null;
create index added_to_squad on media (squad_id, created_at desc) include (uploader_id, trip_id) where purpose = 'gallery' and not is_demo and squad_id is not null;

-- When a member joined: until their first look, photos that were added later are new. Null for members from before this migration, who get a look below.
alter table squad_members add column joined_at timestamptz(3);
alter table squad_members alter column joined_at set default now();

-- Photos that are older than this table are new to nobody.
insert into looks (user_id, squad_id, seen_at)
  select m.user_id, s.id, coalesce((
    select p.created_at from media p where p.squad_id = s.id and p.purpose = 'gallery' and not p.is_demo order by p.created_at desc limit 1), s.created_at)
  from squad_members m join squads s on s.id = m.squad_id;
insert into looks (user_id, trip_id, seen_at)
  select m.user_id, t.id, coalesce((
    select p.created_at from media p where p.trip_id = t.id and p.purpose = 'gallery' and not p.is_demo order by p.created_at desc limit 1), t.created_at)
  from trip_members m join trips t on t.id = m.trip_id
  where not exists (select from squad_members s where s.squad_id = t.squad_id and s.user_id = m.user_id);
