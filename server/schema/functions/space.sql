-- A photo keeps its squad, its size and its kind of purpose, and loses its uploader only together with the row of `user_space`. So only
-- new and deleted rows change a sum. Covers and profile photos count only for the person who uploaded them. Both triggers run last, and
-- lock people before squads and each in the order of their ids.
create or replace function space_grown() returns trigger language plpgsql as $$
begin
  insert into user_space as s (user_id, bytes)
  select uploader_id, sum(file_size) from changed where uploader_id is not null group by uploader_id order by uploader_id
  on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  insert into squad_space as s (squad_id, bytes)
  select squad_id, sum(file_size) from changed
  where squad_id is not null and purpose in ('gallery', 'live', 'trash', 'held') group by squad_id order by squad_id
  on conflict (squad_id) do update set bytes = s.bytes + excluded.bytes;
  return null;
end $$;
create or replace trigger media_takes_space after insert on media referencing new table as changed for each statement execute function space_grown();

create or replace function space_shrunk() returns trigger language plpgsql as $$
begin
  with lost as (select uploader_id, sum(file_size) as bytes from changed group by uploader_id),
    held as materialized (
      select s.user_id, lost.bytes from user_space s join lost on lost.uploader_id = s.user_id order by s.user_id for no key update of s
    )
  update user_space s set bytes = s.bytes - held.bytes from held where s.user_id = held.user_id;
  with lost as (select squad_id, sum(file_size) as bytes from changed where purpose in ('gallery', 'live', 'trash', 'held') group by squad_id),
    held as materialized (
      select s.squad_id, lost.bytes from squad_space s join lost on lost.squad_id = s.squad_id order by s.squad_id for no key update of s
    )
  update squad_space s set bytes = s.bytes - held.bytes from held where s.squad_id = held.squad_id;
  return null;
end $$;
create or replace trigger media_yields_space after delete on media referencing old table as changed for each statement execute function space_shrunk();

-- Receipts of costs take space as photos do, until their rows go.
create or replace function receipts_kept() returns trigger language plpgsql as $$
begin
  insert into user_space as s (user_id, bytes)
  select uploader_id, sum(file_size) from changed where uploader_id is not null group by uploader_id order by uploader_id
  on conflict (user_id) do update set bytes = s.bytes + excluded.bytes;
  insert into squad_space as s (squad_id, bytes)
  select squad_id, sum(file_size) from changed where squad_id is not null group by squad_id order by squad_id
  on conflict (squad_id) do update set bytes = s.bytes + excluded.bytes;
  return null;
end $$;
create or replace trigger cost_receipts_take_space after insert on cost_receipts referencing new table as changed for each statement execute function receipts_kept();

create or replace function receipts_gone() returns trigger language plpgsql as $$
begin
  with lost as (select uploader_id, sum(file_size) as bytes from changed group by uploader_id),
    held as materialized (
      select s.user_id, lost.bytes from user_space s join lost on lost.uploader_id = s.user_id order by s.user_id for no key update of s
    )
  update user_space s set bytes = s.bytes - held.bytes from held where s.user_id = held.user_id;
  with lost as (select squad_id, sum(file_size) as bytes from changed group by squad_id),
    held as materialized (
      select s.squad_id, lost.bytes from squad_space s join lost on lost.squad_id = s.squad_id order by s.squad_id for no key update of s
    )
  update squad_space s set bytes = s.bytes - held.bytes from held where s.squad_id = held.squad_id;
  return null;
end $$;
create or replace trigger cost_receipts_yield_space after delete on cost_receipts referencing old table as changed for each statement execute function receipts_gone();
