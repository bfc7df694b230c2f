-- The job may have added the photo already.
create or replace function publish_media() returns trigger language plpgsql as $$
begin
  -- Waits for a squad that turns public or private at this moment.
  perform from squads where id in (select squad_id from added where purpose = 'gallery') for share;
  insert into public_media (media_id, squad_id)
  select a.id, a.squad_id from added a join squads s on s.id = a.squad_id where a.purpose = 'gallery' and s.is_public
  on conflict do nothing;
  return null;
end $$;
create or replace trigger media_published after insert on media referencing new table as added for each statement execute function publish_media();

-- Adds or removes the newest 1,000 photos that are left of a squad in `squads_to_publish`. Its lock on that row makes a squad that turns
-- public or private wait, so `is_public` stays the same meanwhile. Returns whether the squad may have photos left.
create or replace function publish_part(the_squad uuid) returns boolean language plpgsql as $$
declare
  mark uuid;
  photos uuid[];
  done int;
begin
  -- In the order in which an edit of the squad locks these rows. New rows refer to the squad.
  perform from squads where id = the_squad for key share;
  select from_id into mark from squads_to_publish where squad_id = the_squad for update;
  if not found then
    return false;
  end if;
  if (select is_public from squads where id = the_squad) then
    -- Waits for photos that are being deleted, and leaves them out.
    photos := array(select id from media where squad_id = the_squad and purpose = 'gallery' and id < mark order by id desc limit 1000 for key share);
    insert into public_media (media_id, squad_id) select id, the_squad from unnest(photos) id on conflict do nothing;
    done := cardinality(photos);
    mark := photos[done];
  else
    -- Photos that are being deleted take their rows with them.
    delete from public_media where ctid = any (array(
      select ctid from public_media where squad_id = the_squad order by media_id desc limit 1000 for update skip locked));
    get diagnostics done = row_count;
  end if;
  if done < 1000 then
    delete from squads_to_publish where squad_id = the_squad;
  else
    update squads_to_publish set from_id = mark where squad_id = the_squad;
  end if;
  return done = 1000;
end $$;

-- Publishes or hides the first part alone. A job does the rest.
create or replace function publish_squad() returns trigger language plpgsql as $$
begin
  insert into squads_to_publish (squad_id, from_id) values (new.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  on conflict (squad_id) do update set from_id = excluded.from_id;
  perform publish_part(new.id);
  return null;
end $$;
create or replace trigger squad_published after update of is_public on squads for each row
when (old.is_public is distinct from new.is_public) execute function publish_squad();
