-- Deleted photos lie in the trash for 30 days. They keep their row and their files, and everything that asks for 'gallery' leaves them out.
-- The film of a Live Photo goes to the trash with its still and keeps its `still_id`.
alter table media
  add column trashed_at timestamptz(3),
  add column trashed_by uuid references users on delete set null,
  drop constraint media_purpose_check,
  drop constraint media_live_check;
alter table media
  add constraint media_purpose_check check (purpose in ('gallery', 'live', 'trash', 'profile', 'squad', 'trip')),
  add constraint media_live_check check (purpose = 'trash' or (purpose = 'live') = (still_id is not null)),
  add constraint media_trash_check check ((purpose = 'trash') = (trashed_at is not null));
create index trash_of_trip on media (trip_id, trashed_at desc, id desc) where purpose = 'trash';
create index trash_of_squad on media (squad_id, trashed_at desc, id desc) where purpose = 'trash';
create index trash_by_age on media (trashed_at) where purpose = 'trash';
create index trash_of_person on media (trashed_by) where trashed_by is not null;
drop index images_in_use;
create index images_in_use on media (created_at) where purpose in ('profile', 'squad', 'trip');

-- A photo enters or leaves its gallery: it becomes the film of a Live Photo, or it goes to the trash or comes back. Two transactions that
-- add to the same trip at once each hold a slot of the counter, and one of them waits for the trip's row. The other one must not wait for
-- the first one's slot here, or both would wait for each other: it takes a slot that nobody holds, which its own is at least.
create function media_moved() returns trigger language plpgsql as $$
declare
  change int := case new.purpose when 'gallery' then 1 else -1 end;
  is_video boolean := new.file_type like 'video/%';
  chosen smallint;
begin
  if not new.is_demo then
    select slot into chosen from counters where name = 'photos' order by random() limit 1 for no key update skip locked;
    chosen := coalesce(chosen, floor(random() * 16)::smallint);
    update counters set value = value + change where name = 'photos' and slot = chosen;
  end if;
  update trips set photo_count = photo_count + case when is_video then 0 else change end,
    video_count = video_count + case when is_video then change else 0 end
  where id = new.trip_id;
  perform galleries_changed(array[new.trip_id, new.squad_id]);
  if change < 0 then
    delete from public_media where media_id = new.id;
    -- Its person can import it again.
    if new.purpose = 'trash' then
      delete from library_imports where media_id = new.id;
    end if;
  else
    -- Waits for a squad that turns public or private at this moment.
    perform from squads where id = new.squad_id for share;
    insert into public_media (media_id, squad_id) select new.id, id from squads where id = new.squad_id and is_public;
  end if;
  return null;
end $$;
drop trigger media_film_joined on media;
drop function film_joined;
create trigger media_moved after update of purpose on media for each row
when ((old.purpose = 'gallery') <> (new.purpose = 'gallery')) execute function media_moved();

-- Moves photos from the trash back to their galleries, each Live Photo with both halves. Returns the photos that stay in the trash
-- because their gallery has the same bytes again.
create function restore_media(photos uuid[]) returns uuid[] language plpgsql as $$
declare
  half int := cardinality(photos) / 2;
begin
  update media set purpose = case when still_id is null then 'gallery' else 'live' end, trashed_at = null, trashed_by = null
  where purpose = 'trash' and (id = any (photos) or still_id = any (photos));
  return '{}';
exception when unique_violation then
  -- Only some of them are in the way: a search by halves finds those.
  return case half when 0 then photos else restore_media(photos[:half]) || restore_media(photos[half + 1:]) end;
end $$;

-- Deletions that the server still had to finish.
update media m set purpose = 'trash', trashed_at = d.created_at, trashed_by = d.user_id
from deletions d where d.state = 'due' and m.purpose = 'gallery' and m.id = any (d.media_ids);
update media f set purpose = 'trash', trashed_at = s.trashed_at, trashed_by = s.trashed_by
from media s where f.still_id = s.id and s.purpose = 'trash';
drop table deletions;

-- Returns what a viewer may do with a photo or another picture. `invite` is the code of a squad's invite link, or null. A photo in the
-- trash is for the person who deleted it and the organizers, who may restore it. PostgreSQL inlines it like the functions of 017-access.sql.
create function media_rights(viewer uuid, the_media uuid, invite text) returns table (
  squad_id uuid,
  trip_id uuid,
  is_uploader boolean,
  is_member boolean,
  is_organizer boolean,
  -- May look at its renditions.
  may_see boolean,
  may_have_original boolean,
  -- Anyone may look, so a shared cache may keep it for a while.
  is_open_to_all boolean
) language sql stable as $$
  select m.squad_id, m.trip_id, own.is_uploader, r.is_member, r.is_organizer,
    case m.purpose
      when 'gallery' then r.may_see
      when 'live' then r.is_member
      when 'trash' then r.is_organizer or (r.is_member and m.trashed_by is not distinct from viewer)
      when 'profile' then own.is_uploader or exists (
        select from known_person(viewer, m.uploader_id) u where u.profile_image_url = '/objects/' || m.id)
      when 'squad' then case when m.squad_id is null then own.is_uploader
        else r.may_see or exists (select from squads s where s.id = m.squad_id and squad_opens(s, invite)) end
      when 'trip' then case when m.trip_id is null then own.is_uploader
        else r.is_member or (r.is_public and viewer is not null) end
    end,
    case when m.purpose = 'profile' then own.is_uploader
      else r.is_member or (m.squad_id is null and m.trip_id is null and own.is_uploader) end,
    m.purpose in ('gallery', 'squad') and r.is_public
  from media m
    cross join lateral rights_in(viewer, m.squad_id, m.trip_id) r
    cross join lateral (select viewer is not null and m.uploader_id is not distinct from viewer as is_uploader) own
  where m.id = the_media
$$;
