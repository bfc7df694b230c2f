-- A Live Photo is a still and a film that carry the same identifier. The film keeps its row and its file under the purpose 'live', where no
-- gallery, count or page looks, and belongs to its still: it goes with it.
alter table media
  -- what both files of a Live Photo say they are part of
  add column content_id uuid,
  -- of a film that plays in a still
  add column still_id uuid references media on delete cascade,
  -- of a still that has one: its film's original as the contract's JSON
  add column live text,
  -- photos from before are read again, a few at a time
  add column is_content_read boolean not null default false,
  drop constraint media_purpose_check,
  add constraint media_purpose_check check (purpose in ('gallery', 'live', 'profile', 'squad', 'trip')),
  add constraint media_live_check check ((purpose = 'live') = (still_id is not null));
alter table media alter column is_content_read set default true;
create unique index film_of_still on media (still_id) where still_id is not null;
create index media_by_content on media (content_id) where content_id is not null;
create index media_unread_content on media (id) where purpose = 'gallery' and not is_content_read;

-- The bytes of either half are known, whatever they have become.
drop index same_bytes_in_trip;
drop index same_bytes_in_squad;
create unique index same_bytes_in_trip on media (trip_id, sha256) where purpose in ('gallery', 'live') and trip_id is not null;
create unique index same_bytes_in_squad on media (squad_id, sha256) where purpose in ('gallery', 'live') and trip_id is null;
drop index images_in_use;
create index images_in_use on media (created_at) where purpose not in ('gallery', 'live');

-- A film that has found its still is no photo or video of its own any more.
-- Two who add to the same trip at the same moment each hold a slot of the counter, and one waits for the other to be done with the trip. The
-- one that then takes a film off the count must not wait for the slot of the first: it takes one that is free, its own at least.
create function film_joined() returns trigger language plpgsql as $$
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
create trigger media_film_joined after update of purpose on media for each row
when (old.purpose = 'gallery' and new.purpose = 'live') execute function film_joined();
