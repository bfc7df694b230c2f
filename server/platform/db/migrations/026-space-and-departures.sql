-- The bytes of originals that a person has uploaded, and those that a squad's galleries and the galleries of its trips hold, photos in
-- the trash included. Limits on space compare with these sums. They have tables of their own, because a registration locks its squad's
-- row (010-galleries.sql) and two at once could not both update it.
create table user_space (
  user_id uuid primary key references users on delete cascade,
  bytes bigint not null
)
-- Leaves room in each page, because every upload updates its rows in place.
with (fillfactor = 50);
create table squad_space (
  squad_id uuid primary key references squads on delete cascade,
  bytes bigint not null
)
with (fillfactor = 50);

-- A photo keeps its squad, its size and its kind of purpose, and loses its uploader only together with the row of `user_space`. So only
-- new and deleted rows change a sum. Covers and profile photos count only for the person who uploaded them. Both triggers run last, and
-- lock people before squads and each in the order of their ids.
create function space_grown() returns trigger language plpgsql as $$
begin
  insert into user_space as s (user_id, bytes)
  select uploader_id, sum(file_size) from changed where uploader_id is not null group by uploader_id order by uploader_id
  on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  insert into squad_space as s (squad_id, bytes)
  select squad_id, sum(file_size) from changed
  where squad_id is not null and purpose in ('gallery', 'live', 'trash') group by squad_id order by squad_id
  on conflict (squad_id) do update set bytes = s.bytes + excluded.bytes;
  return null;
end $$;
create trigger media_takes_space after insert on media referencing new table as changed for each statement execute function space_grown();

create function space_shrunk() returns trigger language plpgsql as $$
begin
  with lost as (select uploader_id, sum(file_size) as bytes from changed group by uploader_id),
    held as materialized (
      select s.user_id, lost.bytes from user_space s join lost on lost.uploader_id = s.user_id order by s.user_id for no key update of s
    )
  update user_space s set bytes = s.bytes - held.bytes from held where s.user_id = held.user_id;
  with lost as (select squad_id, sum(file_size) as bytes from changed where purpose in ('gallery', 'live', 'trash') group by squad_id),
    held as materialized (
      select s.squad_id, lost.bytes from squad_space s join lost on lost.squad_id = s.squad_id order by s.squad_id for no key update of s
    )
  update squad_space s set bytes = s.bytes - held.bytes from held where s.squad_id = held.squad_id;
  return null;
end $$;
create trigger media_yields_space after delete on media referencing old table as changed for each statement execute function space_shrunk();

insert into user_space select uploader_id, sum(file_size) from media where uploader_id is not null group by uploader_id;
insert into squad_space
select squad_id, sum(file_size) from media where squad_id is not null and purpose in ('gallery', 'live', 'trash') group by squad_id;

-- How often the person left a squad or crew, or was removed from one, during this session. Their browser keeps the number in a cookie.
alter table sessions add column departures int not null default 0;

create function count_departures() returns trigger language plpgsql as $$
begin
  update sessions set departures = departures + 1 where user_id in (select user_id from gone);
  return null;
end $$;
create trigger squad_members_departed after delete on squad_members referencing old table as gone
  for each statement execute function count_departures();
create trigger trip_members_departed after delete on trip_members referencing old table as gone
  for each statement execute function count_departures();

-- Returns the user of a live session and its departures, or no row. `token` is the SHA-256 of the session's token.
drop function viewer_of;
create function viewer_of(token bytea) returns table (user_id uuid, departures int) language sql stable as $$
  select s.user_id, s.departures from sessions s where s.token_hash = token and s.expires_at > now()
$$;
