create or replace function bury_uploads() returns trigger language plpgsql as $$
begin
  -- The files of a registered upload belong to its photo.
  insert into unwanted_files (id) select id from gone where media_id is null on conflict do nothing;
  return null;
end $$;
create or replace trigger uploads_buried after delete on uploads referencing old table as gone for each statement execute function bury_uploads();

-- The files go with the row, also when the row goes with its trip or its squad.
create or replace function bury_files() returns trigger language plpgsql as $$
begin
  insert into unwanted_files (id) select id from gone on conflict do nothing;
  return null;
end $$;
create or replace trigger media_buried after delete on media referencing old table as gone for each statement execute function bury_files();
create or replace trigger cost_receipts_buried after delete on cost_receipts referencing old table as gone for each statement execute function bury_files();

-- A squad's picture for the previews of its link goes with the squad, and with the next one.
create or replace trigger link_previews_buried after delete on link_previews referencing old table as gone for each statement execute function bury_files();
create or replace trigger link_previews_replaced after update on link_previews referencing old table as gone for each statement execute function bury_files();

create or replace function check_new_image() returns trigger language plpgsql as $$
begin
  insert into images_to_check (media_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create or replace trigger media_image_added after insert on media for each row
when (new.purpose in ('profile', 'squad', 'trip')) execute function check_new_image();

-- `/objects/` and the id is the address of a picture of ours.
create or replace function check_replaced_image() returns trigger language plpgsql as $$
declare
  address text := case tg_table_name when 'people' then to_jsonb(old) ->> 'profile_image_url' else to_jsonb(old) ->> 'photo_url' end;
begin
  if address ~ '^/objects/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    insert into images_to_check (media_id) select id from media where id = substr(address, 10)::uuid
    on conflict (media_id) do update set since = excluded.since;
  end if;
  return null;
end $$;
create or replace trigger users_image_replaced after update of profile_image_url on people for each row
when (old.profile_image_url is distinct from new.profile_image_url) execute function check_replaced_image();
create or replace trigger users_image_left after delete on people for each row
when (old.profile_image_url is not null) execute function check_replaced_image();
create or replace trigger squads_image_replaced after update of photo_url on squads for each row
when (old.photo_url is distinct from new.photo_url) execute function check_replaced_image();
create or replace trigger trips_image_replaced after update of photo_url on trips for each row
when (old.photo_url is distinct from new.photo_url) execute function check_replaced_image();
