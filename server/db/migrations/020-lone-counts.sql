-- Two who add to the same trip at the same moment each hold a slot of the counter, and one waits for the other to be done with the trip. The
-- one that then takes a film off the count must not wait for the slot of the first: it takes one that is free, its own at least.
create or replace function film_joined() returns trigger language plpgsql as $$
declare
  chosen smallint;
begin
  if not new.is_demo then
    select slot into chosen from counters where name = 'photos' order by random() limit 1 for no key update skip locked;
    chosen := coalesce(chosen, floor(random() * 16)::smallint);
    update counters set value = value - 1 where name = 'photos' and slot = chosen;
  end if;
  update trips set video_count = video_count - 1 where id = new.trip_id;
  delete from public_media where media_id = new.id;
  perform galleries_changed(array[new.trip_id, new.squad_id]);
  return null;
end $$;
