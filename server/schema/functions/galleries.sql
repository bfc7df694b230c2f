-- Gives galleries that have a row a new version. It locks the rows in the order of their ids, so that two changes at once wait for each
-- other instead of deadlocking.
create or replace function galleries_changed(places uuid[]) returns void language sql as $$
  with held as materialized (select place_id from gallery_versions where place_id = any (places) order by place_id for no key update)
  update gallery_versions v set version = v.version + 1 from held where v.place_id = held.place_id
$$;

-- An outline has the names and faces of the people who added its photos.
create or replace function uploader_shown() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(
    select distinct place from media cross join lateral unnest(array[trip_id, squad_id]) place where uploader_id = old.id and purpose = 'gallery'));
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger users_in_galleries after update of first_name, last_name, profile_image_url on people for each row
when (old.face is distinct from new.face) execute function uploader_shown();
create or replace trigger users_gone_from_galleries before delete on people for each row execute function uploader_shown();

create or replace function galleries_grown() returns trigger language plpgsql as $$
begin
  -- In the order of the ids, for the same reason.
  insert into gallery_versions as v (place_id)
  select place from (
    select trip_id as place from changed where purpose = 'gallery' and trip_id is not null
    union select squad_id from changed where purpose = 'gallery' and squad_id is not null
  ) places order by place
  on conflict (place_id) do update set version = v.version + 1;
  update squads s set last_photo_on = current_date
  from (select distinct squad_id from changed where purpose = 'gallery') c where s.id = c.squad_id and s.last_photo_on is distinct from current_date;
  return null;
end $$;
create or replace trigger media_in_galleries after insert on media referencing new table as changed for each statement execute function galleries_grown();

-- Only updates rows: those of a deleted trip or squad must not come back.
create or replace function galleries_shrunk() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array(
    select trip_id from changed where purpose = 'gallery' union select squad_id from changed where purpose = 'gallery'));
  return null;
end $$;
create or replace trigger media_out_of_galleries after delete on media referencing old table as changed for each statement execute function galleries_shrunk();

create or replace function gallery_redrawn() returns trigger language plpgsql as $$
begin
  perform galleries_changed(array[old.trip_id, old.squad_id, new.trip_id, new.squad_id]);
  return null;
end $$;
create or replace trigger media_redrawn after update of taken_at, utc_offset, is_local_clock, width, height, file_type, trip_id, squad_id on media for each row
when (new.purpose = 'gallery' and (old.taken_at, old.utc_offset, old.is_local_clock, old.width, old.height, old.file_type, old.trip_id, old.squad_id)
  is distinct from (new.taken_at, new.utc_offset, new.is_local_clock, new.width, new.height, new.file_type, new.trip_id, new.squad_id))
execute function gallery_redrawn();

create or replace function gallery_gone() returns trigger language plpgsql as $$
begin
  delete from gallery_versions where place_id = old.id;
  return null;
end $$;
create or replace trigger trip_gallery_gone after delete on trips for each row execute function gallery_gone();
create or replace trigger squad_gallery_gone after delete on squads for each row execute function gallery_gone();
