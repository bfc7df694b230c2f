-- Keeps the numbers of photos and videos of each trip.
create or replace function count_photos() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update trips set photo_count = photo_count + sign * c.photos, video_count = video_count + sign * c.videos
  from (
    select trip_id, count(*) filter (where file_type not like 'video/%') photos, count(*) filter (where file_type like 'video/%') videos
    from changed where purpose = 'gallery' and trip_id is not null group by trip_id
  ) c
  where trips.id = c.trip_id;
  return null;
end $$;
create or replace trigger media_added after insert on media referencing new table as changed for each statement execute function count_photos();
create or replace trigger media_removed after delete on media referencing old table as changed for each statement execute function count_photos();

-- Keeps a count on the row that others belong to. The trigger names the table of that row, its count, and the column that refers to it.
create or replace function count_owned() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  execute format(
    'update %I set %I = %I.%I + $1 * c.rows from (select %I owner, count(*)::int as rows from changed where %I is not null group by 1) c where %I.id = c.owner',
    tg_argv[0], tg_argv[1], tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[2], tg_argv[0]
  ) using sign;
  return null;
end $$;
create or replace trigger squad_members_added after insert on squad_members referencing new table as changed for each statement execute function count_owned('squads', 'member_count', 'squad_id');
create or replace trigger squad_members_removed after delete on squad_members referencing old table as changed for each statement execute function count_owned('squads', 'member_count', 'squad_id');
create or replace trigger squad_trips_added after insert on trips referencing new table as changed for each statement execute function count_owned('squads', 'trip_count', 'squad_id');
create or replace trigger squad_trips_removed after delete on trips referencing old table as changed for each statement execute function count_owned('squads', 'trip_count', 'squad_id');
create or replace trigger trip_categories_added after insert on categories referencing new table as changed for each statement execute function count_owned('trips', 'category_count', 'trip_id');
create or replace trigger trip_categories_removed after delete on categories referencing old table as changed for each statement execute function count_owned('trips', 'category_count', 'trip_id');
