-- The demo squad that a newcomer can look at (`squads.demo_of`) has invented people (`people.demo_squad_id`), a trip, awards and photos.
-- These rows carry a mark of their own, because the squad's row is already deleted when they are, and public totals leave them out.
create or replace function in_demo_squad() returns trigger language plpgsql as $$
begin
  new.is_demo := exists (select from squads where id = new.squad_id and demo_of is not null);
  return new;
end $$;
create or replace trigger trip_in_demo before insert on trips for each row when (new.squad_id is not null) execute function in_demo_squad();
create or replace trigger media_in_demo before insert on media for each row when (new.squad_id is not null) execute function in_demo_squad();

create or replace function in_demo_trip() returns trigger language plpgsql as $$
begin
  new.is_demo := exists (select from trips where id = new.trip_id and is_demo);
  return new;
end $$;
create or replace trigger category_in_demo before insert on categories for each row execute function in_demo_trip();
