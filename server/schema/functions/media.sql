-- A photo enters or leaves its gallery: it becomes the film of a Live Photo, or it is held or goes to the trash, or comes back.
create or replace function media_moved() returns trigger language plpgsql as $$
declare
  change int := case new.purpose when 'gallery' then 1 else -1 end;
  is_video boolean := new.file_type like 'video/%';
begin
  update trips set photo_count = photo_count + case when is_video then 0 else change end,
    video_count = video_count + case when is_video then change else 0 end
  where id = new.trip_id;
  perform galleries_changed(array[new.trip_id, new.squad_id]);
  -- Its person can import it again.
  if new.purpose = 'trash' then
    delete from library_imports where media_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger media_moved after update of purpose on media for each row
when ((old.purpose = 'gallery') <> (new.purpose = 'gallery')) execute function media_moved();

-- Moves photos from the trash back to their galleries, each Live Photo with both halves. A photo is held again if somebody still asks for
-- it to be taken down. Returns the photos that stay in the trash because their gallery has the same bytes again.
create or replace function restore_media(photos uuid[]) returns uuid[] language plpgsql as $$
declare
  half int := cardinality(photos) / 2;
begin
  update media m set purpose = case when asked.is_open then 'held' when m.still_id is null then 'gallery' else 'live' end,
    held_at = case when asked.is_open then now() end, trashed_at = null, trashed_by = null
  from media x cross join lateral (
    select exists (select from takedown_requests q where q.media_id = coalesce(x.still_id, x.id) and q.outcome is null) as is_open) asked
  where m.id = x.id and m.purpose = 'trash' and (m.id = any (photos) or m.still_id = any (photos));
  return '{}';
exception when unique_violation then
  -- Only some of them are in the way: a search by halves finds those.
  return case half when 0 then photos else restore_media(photos[:half]) || restore_media(photos[half + 1:]) end;
end $$;

-- Hides a photo, with both halves of a Live Photo, until somebody has decided about it.
create or replace function hold_media(photo uuid) returns void language plpgsql as $$
begin
  update media set purpose = 'held', held_at = now() where purpose = 'gallery' and id = photo;
  -- A second statement sees a clip that joined a still while the first one waited.
  update media set purpose = 'held', held_at = now() where purpose = 'live' and still_id = photo;
end $$;

-- Moves held photos back to their galleries, each Live Photo with both halves.
create or replace function release_media(photos uuid[]) returns void language sql as $$
  update media set purpose = case when still_id is null then 'gallery' else 'live' end, held_at = null
  where purpose = 'held' and (id = any (photos) or still_id = any (photos))
$$;

-- For each of a person's photos the first of the others who added it too and still belong to its album. The caller holds the photos' locks.
create or replace function heirs_of(photos uuid[], uploader uuid) returns table (media_id uuid, user_id uuid, caption text) language sql stable as $$
  select distinct on (a.media_id) a.media_id, a.user_id, a.caption
  from also_added a join media m on m.id = a.media_id cross join lateral rights_in(a.user_id, m.squad_id, m.trip_id) r
  where a.media_id = any (photos) and m.purpose in ('gallery', 'held') and m.uploader_id = uploader and a.user_id <> uploader and r.is_member
  order by a.media_id, a.added_at, a.user_id
$$;

-- Makes each of these photos its heir's, with the heir's caption and with the clip of a Live Photo. Returns the photos. The others stay as
-- they are. It locks the versions of galleries and the sums of people as other changes of photos do (galleries.sql, space.sql).
create or replace function pass_on(photos uuid[], uploader uuid) returns uuid[] language plpgsql as $$
declare
  passed uuid[];
  heirs uuid[];
  captions text[];
begin
  select array_agg(h.media_id order by h.media_id), array_agg(h.user_id order by h.media_id), array_agg(h.caption order by h.media_id)
    into passed, heirs, captions from heirs_of(photos, uploader) h;
  if passed is null then
    return '{}';
  end if;
  perform galleries_changed(array(
    select trip_id from media where id = any (passed) union select squad_id from media where id = any (passed)));
  insert into user_space as s (user_id, bytes)
    select person, sum(change) from unnest(passed, heirs) x (id, heir) join media m on x.id in (m.id, m.still_id)
      cross join lateral (values (x.heir, m.file_size), (uploader, -m.file_size)) changed (person, change)
    group by person order by person
    on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  update media m set uploader_id = heir, caption = case when m.id = x.id then x.caption else m.caption end
    from unnest(passed, heirs, captions) x (id, heir, caption) where x.id in (m.id, m.still_id);
  delete from also_added a using unnest(passed, heirs) x (id, heir) where a.media_id = x.id and a.user_id = x.heir;
  -- Its former uploader can import it again.
  delete from library_imports i where i.media_id = any (passed) and i.user_id = uploader;
  return passed;
end $$;

-- Returns the address of a trip's cover: its own photo, or else its most liked one, of equals the earliest. Null without photos.
create or replace function cover_of(the_trip uuid, own_photo text) returns table (url text) language sql stable as $$
  select coalesce(own_photo, (
    select '/objects/' || m.id from media m where m.trip_id = the_trip and m.purpose = 'gallery' and m.state = 'ready'
    order by m.likes desc, m.taken_at, m.id limit 1))
$$;
