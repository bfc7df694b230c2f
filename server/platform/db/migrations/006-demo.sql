-- The example that a newcomer may look at. It is theirs alone: nobody else is in it, it is never public, and it goes with them.
alter table squads add column demo_of uuid unique references users on delete cascade;
alter table squads add check (demo_of is null or not is_public);

-- Someone invented for a demo squad; they go with it.
alter table users add column demo_squad_id uuid references squads on delete cascade;
create index people_of_demo on users (demo_squad_id) where demo_squad_id is not null;
-- Once made it does not come back, also when it was removed.
alter table users add column had_demo boolean not null default false;

-- What belongs to a demo says so itself: when it goes, its squad is gone already, and it must not be taken off the public totals.
alter table users add column is_demo boolean not null generated always as (demo_squad_id is not null) stored;
alter table trips add column is_demo boolean not null default false;
alter table categories add column is_demo boolean not null default false;
alter table media add column is_demo boolean not null default false;

create function in_demo_squad() returns trigger language plpgsql as $$
begin
  new.is_demo := exists (select from squads where id = new.squad_id and demo_of is not null);
  return new;
end $$;
create trigger trip_in_demo before insert on trips for each row when (new.squad_id is not null) execute function in_demo_squad();
create trigger media_in_demo before insert on media for each row when (new.squad_id is not null) execute function in_demo_squad();

create function in_demo_trip() returns trigger language plpgsql as $$
begin
  new.is_demo := exists (select from trips where id = new.trip_id and is_demo);
  return new;
end $$;
create trigger category_in_demo before insert on categories for each row execute function in_demo_trip();

create or replace function count_rows() returns trigger language plpgsql as $$
declare
  counter text := tg_argv[0];
  chosen smallint := floor(random() * 16);
  change bigint;
begin
  select case tg_op when 'INSERT' then count(*) else -count(*) end into change from changed where not is_demo;
  if change <> 0 then
    update counters set value = value + change where name = counter and slot = chosen;
  end if;
  return null;
end $$;

create or replace function count_photos() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
  chosen smallint := floor(random() * 16);
  total bigint;
begin
  select sign * count(*) into total from changed where purpose = 'gallery' and not is_demo;
  if total <> 0 then
    update counters set value = value + total where name = 'photos' and slot = chosen;
  end if;
  update trips set photo_count = photo_count + sign * c.photos, video_count = video_count + sign * c.videos
  from (
    select trip_id, count(*) filter (where file_type not like 'video/%') photos, count(*) filter (where file_type like 'video/%') videos
    from changed where purpose = 'gallery' and trip_id is not null group by trip_id
  ) c
  where trips.id = c.trip_id;
  return null;
end $$;

-- The drawn photos of the demo, as they lie with the other files, and what was found out about them. Each person's demo has copies.
create table demo_photos (
  view text primary key,
  id uuid not null,
  found jsonb not null,
  placeholder text not null
);
