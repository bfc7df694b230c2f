-- People who added a file that its album had already. When its uploader deletes the photo, it becomes theirs.
create table also_added (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  caption text,
  added_at timestamptz(3) not null default now(),
  primary key (media_id, user_id)
);
create index also_added_by_person on also_added (user_id);

-- For each of a person's photos the first of the others who added it too and still belong to its album. The caller holds the photos' locks.
create function heirs_of(photos uuid[], uploader uuid) returns table (media_id uuid, user_id uuid, caption text) language sql stable as $$
  select distinct on (a.media_id) a.media_id, a.user_id, a.caption
  from also_added a join media m on m.id = a.media_id cross join lateral rights_in(a.user_id, m.squad_id, m.trip_id) r
  where a.media_id = any (photos) and m.purpose = 'gallery' and m.uploader_id = uploader and a.user_id <> uploader and r.is_member
  order by a.media_id, a.added_at, a.user_id
$$;

-- Makes each of these photos its heir's, with the heir's caption and with the clip of a Live Photo. Returns the photos. The others stay as
-- they are. It locks the versions of galleries and the sums of people as other changes of photos do (010-galleries.sql,
-- 026-space-and-departures.sql).
create function pass_on(photos uuid[], uploader uuid) returns uuid[] language plpgsql as $$
declare
  passed uuid[];
  heirs uuid[];
  captions text[];
  places uuid[];
begin
  select array_agg(h.media_id order by h.media_id), array_agg(h.user_id order by h.media_id), array_agg(h.caption order by h.media_id)
    into passed, heirs, captions from heirs_of(photos, uploader) h;
  if passed is null then
    return '{}';
  end if;
  places := array(select trip_id from media where id = any (passed) union select squad_id from media where id = any (passed));
  perform galleries_changed(places);
  perform pages_changed(places);
  insert into gallery_people as p (place_id, user_id, photos)
    select place, person, sum(change) from unnest(passed, heirs) x (id, heir) join media m on m.id = x.id
      cross join lateral unnest(array[m.trip_id, m.squad_id]) place
      cross join lateral (values (x.heir, 1), (uploader, -1)) changed (person, change)
    where place is not null group by place, person order by place, person
    on conflict (place_id, user_id) do update set photos = p.photos + excluded.photos;
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
