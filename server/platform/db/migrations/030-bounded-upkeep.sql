-- Profile photos and covers that the clean-up has to look at after a day: each one when it is new, and again when it is replaced. Looking
-- for the unused ones among all would take longer with every person.
create table images_to_check (
  media_id uuid primary key references media on delete cascade,
  since timestamptz(3) not null default now()
);
create index images_to_check_by_age on images_to_check (since);
insert into images_to_check (media_id, since) select id, created_at from media where purpose in ('profile', 'squad', 'trip');
drop index images_in_use;

create function check_new_image() returns trigger language plpgsql as $$
begin
  insert into images_to_check (media_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger media_image_added after insert on media for each row
when (new.purpose in ('profile', 'squad', 'trip')) execute function check_new_image();

-- `/objects/` and the id is the address of a picture of ours.
create function check_replaced_image() returns trigger language plpgsql as $$
declare
  address text := case tg_table_name when 'users' then to_jsonb(old) ->> 'profile_image_url' else to_jsonb(old) ->> 'photo_url' end;
begin
  if address ~ '^/objects/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    insert into images_to_check (media_id) select id from media where id = substr(address, 10)::uuid
    on conflict (media_id) do update set since = excluded.since;
  end if;
  return null;
end $$;
create trigger users_image_replaced after update of profile_image_url on users for each row
when (old.profile_image_url is distinct from new.profile_image_url) execute function check_replaced_image();
create trigger users_image_left after delete on users for each row
when (old.profile_image_url is not null) execute function check_replaced_image();
create trigger squads_image_replaced after update of photo_url on squads for each row
when (old.photo_url is distinct from new.photo_url) execute function check_replaced_image();
create trigger trips_image_replaced after update of photo_url on trips for each row
when (old.photo_url is distinct from new.photo_url) execute function check_replaced_image();

create index sessions_by_use on sessions (last_seen_at);
create index unwanted_files_by_age on unwanted_files (since);

-- Photos and videos in preparation. The film of a Live Photo has no pictures of its own.
-- Counts a person's photos.
create index photos_of_uploader on media (uploader_id) where purpose = 'gallery' and not is_demo;

create index media_unfinished on media (id) where still_id is null and (state = 'processing' or playback = 'processing');
