-- Returns what orders the photos of one moment: their names without an ending, with numbers as numbers, so that IMG_9 comes before IMG_10.
-- It is cut off where an index could not hold it.
create function name_order(file_name text) returns text language sql immutable parallel safe
return left(regexp_replace(regexp_replace(lower(regexp_replace(file_name, '\.[^.]*$', '')) collate "C",
  '([0-9]+)', '00000000000000000000\1', 'g'), '[0-9]*([0-9]{20})', '\1', 'g'), 300);

alter table media add column name_order text collate "C" not null generated always as (name_order(file_name)) stored;

-- A gallery is ordered by the moment, then by the name, then by the id.
drop index media_of_trip, media_of_squad, media_of_trip_by_person, media_of_squad_by_person, videos_of_trip, videos_of_squad;
create index media_of_trip on media (trip_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index media_of_squad on media (squad_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index media_of_trip_by_person on media (trip_id, uploader_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index media_of_squad_by_person on media (squad_id, uploader_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery';
create index videos_of_trip on media (trip_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery' and file_type like 'video/%';
create index videos_of_squad on media (squad_id, taken_at desc, name_order desc, id desc) where purpose = 'gallery' and file_type like 'video/%';

-- The job describes all days in the new order, and open pages fetch their outlines anew.
update gallery_days set is_stale = true where not is_stale;
update gallery_versions set version = version + 1;
