-- The photos and the videos of a gallery's day apart, so that an outline of one kind reads a row per day too.
alter table gallery_days
  -- As `shapes`, of photos and of videos alone.
  add column photo_shapes text not null default '',
  add column video_shapes text not null default '',
  -- Where the videos are among all of the day, from 1.
  add column video_places int[] not null default '{}',
  -- How many of each run are videos.
  add column run_videos int[] not null default '{}';
update gallery_days set is_stale = true where not is_stale;

-- As `cursors_in` of 032-gallery-days.sql, of the videos among these photos (`wants_videos`) or of those that are no videos.
create function cursors_of_kind(moments bigint[], ids uuid[], videos int[], wants_videos boolean, first int, last int, step int) returns text
language plpgsql immutable as $$
declare
  cursors text[] := '{}';
  n int := first;
  passed int := 0;
  place int;
begin
  while n <= last loop
    if wants_videos then
      place := videos[n];
    else
      -- The nth photo stands behind all videos that come before it.
      while videos[passed + 1] <= n + passed loop
        passed := passed + 1;
      end loop;
      place := n + passed;
    end if;
    cursors := array_append(cursors, '"' || moments[place] || '_' || ids[place] || '"');
    n := n + step;
  end loop;
  return array_to_string(nullif(cursors, '{}'), ',');
end $$;

-- Videos are few. Where they are very few, a page of them walks no gallery.
create index videos_of_trip on media (trip_id, taken_at desc, id desc) where purpose = 'gallery' and file_type like 'video/%';
create index videos_of_squad on media (squad_id, taken_at desc, id desc) where purpose = 'gallery' and file_type like 'video/%';
