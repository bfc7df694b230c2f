create or replace function begin_page_version() returns trigger language plpgsql as $$
begin
  insert into page_versions (subject_id) select id from changed;
  return null;
end $$;
create or replace trigger squads_have_version after insert on squads referencing new table as changed for each statement execute function begin_page_version();
create or replace trigger trips_have_version after insert on trips referencing new table as changed for each statement execute function begin_page_version();
create or replace trigger users_have_version after insert on users referencing new table as changed for each statement execute function begin_page_version();

create or replace function end_page_version() returns trigger language plpgsql as $$
begin
  delete from page_versions where subject_id in (select id from changed);
  return null;
end $$;
create or replace trigger squads_lose_version after delete on squads referencing old table as changed for each statement execute function end_page_version();
create or replace trigger trips_lose_version after delete on trips referencing old table as changed for each statement execute function end_page_version();
create or replace trigger users_lose_version after delete on users referencing old table as changed for each statement execute function end_page_version();

-- Gives squads, trips and people a new version. It locks the rows in the order of their ids, as `galleries_changed` does.
create or replace function pages_changed(subjects uuid[]) returns void language sql as $$
  with held as materialized (
    select subject_id from page_versions where subject_id = any (subjects) order by subject_id for no key update
  )
  update page_versions p set version = p.version + 1 from held where p.subject_id = held.subject_id
$$;

-- The squads of trips belong to every change of a trip.
create or replace function trips_changed(trips uuid[]) returns void language sql as $$
  select pages_changed(array(select unnest(trips) union select squad_id from trips t where t.id = any (trips)))
$$;

create or replace function squad_shown() returns trigger language plpgsql as $$
begin
  perform pages_changed(array[new.id]);
  return null;
end $$;
create or replace trigger squads_shown after update on squads for each row when (old is distinct from new) execute function squad_shown();

-- Everything but the counts of photos, which the versions of galleries tell. A new column is part of it by itself.
create or replace function trip_shown() returns trigger language plpgsql as $$
declare
  before trips := old;
begin
  before.photo_count := new.photo_count;
  before.video_count := new.video_count;
  if before is distinct from new then
    perform pages_changed(array[new.id, new.squad_id, old.squad_id]);
  end if;
  return null;
end $$;
create or replace trigger trips_shown after update on trips for each row when (old is distinct from new) execute function trip_shown();

-- The trigger names the column of the squad or trip.
create or replace function members_shown() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'trip_id' then
    perform trips_changed(array(select trip_id from changed));
  else
    perform pages_changed(array(select squad_id from changed));
  end if;
  perform pages_changed(array(select user_id from changed));
  return null;
end $$;
create or replace trigger squad_members_shown_new after insert on squad_members referencing new table as changed for each statement execute function members_shown('squad_id');
create or replace trigger squad_members_shown after update on squad_members referencing new table as changed for each statement execute function members_shown('squad_id');
create or replace trigger squad_members_shown_gone after delete on squad_members referencing old table as changed for each statement execute function members_shown('squad_id');
create or replace trigger trip_members_shown_new after insert on trip_members referencing new table as changed for each statement execute function members_shown('trip_id');
create or replace trigger trip_members_shown after update on trip_members referencing new table as changed for each statement execute function members_shown('trip_id');
create or replace trigger trip_members_shown_gone after delete on trip_members referencing old table as changed for each statement execute function members_shown('trip_id');

-- New and deleted awards change the count of their trip. A ballot changes `votes_received` alone, the first one also what depends on it,
-- and voters must not wait for each other.
create or replace function category_shown() returns trigger language plpgsql as $$
declare
  before categories := old;
begin
  before.votes_received := new.votes_received;
  before.first_ballot_change := new.first_ballot_change;
  before.no_self_votes := new.no_self_votes;
  if before is distinct from new then
    perform trips_changed(array[new.trip_id]);
  end if;
  return null;
end $$;
create or replace trigger categories_shown after update on categories for each row when (old is distinct from new) execute function category_shown();

-- The counts of complete awards.
create or replace function tallies_shown() returns trigger language plpgsql as $$
begin
  perform trips_changed(array(select distinct trip_id from changed));
  return null;
end $$;
create or replace trigger tallies_shown_new after insert on tallies referencing new table as changed for each statement execute function tallies_shown();
create or replace trigger tallies_shown after update on tallies referencing new table as changed for each statement execute function tallies_shown();
create or replace trigger tallies_shown_gone after delete on tallies referencing old table as changed for each statement execute function tallies_shown();

-- The trip gets a new version each time, whether or not votes became void: a version must not tell of a vote.
create or replace function declined_shown() returns trigger language plpgsql as $$
begin
  perform trips_changed(array(select trip_id from categories where id = coalesce(new.category_id, old.category_id)));
  return null;
end $$;
create or replace trigger declined_awards_shown after insert or delete on declined_awards for each row execute function declined_shown();

-- A turned card is no change of the trip's pages: only the show has its position.
create or replace function night_shown() returns trigger language plpgsql as $$
declare
  before nights := old;
begin
  if tg_op = 'UPDATE' then
    before.position := new.position;
    before.card_at := new.card_at;
    if before is not distinct from new then
      return null;
    end if;
  end if;
  perform trips_changed(array[coalesce(new.trip_id, old.trip_id)]);
  return null;
end $$;
create or replace trigger nights_shown after insert or update or delete on nights for each row execute function night_shown();

-- Likes, captions, finished pictures. The versions of galleries tell which photos there are.
create or replace function photo_shown() returns trigger language plpgsql as $$
begin
  perform pages_changed(array[new.trip_id, new.squad_id]);
  return null;
end $$;
create or replace trigger media_shown after update on media for each row
when (new.purpose = 'gallery' and (old.card, old.live, old.likes) is distinct from (new.card, new.live, new.likes))
execute function photo_shown();

-- Names and faces stand on all pages of squads and trips that a person belongs to or has added photos to.
create or replace function person_shown() returns trigger language plpgsql as $$
begin
  with held as materialized (
    select subject_id from page_versions where subject_id in (
      select old.id
      union select squad_id from squad_members where user_id = old.id
      union select trip_id from trip_members where user_id = old.id
      union select place_id from gallery_people where user_id = old.id
    ) order by subject_id for no key update
  )
  update page_versions p set version = p.version + 1, names = p.names + 1 from held where p.subject_id = held.subject_id;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger users_shown after update of first_name, last_name, bio, profile_image_url on users for each row
when ((old.face, old.bio) is distinct from (new.face, new.bio)) execute function person_shown();
create or replace trigger users_shown_gone before delete on users for each row execute function person_shown();

create or replace function account_shown() returns trigger language plpgsql as $$
begin
  perform pages_changed(array[new.id]);
  return null;
end $$;
create or replace trigger users_shown_to_themselves after update of email, had_demo on users for each row
when ((old.email, old.had_demo) is distinct from (new.email, new.had_demo)) execute function account_shown();

-- Returns the version of what a person sees of their own squads and trips. Their own version changes when they join or leave one, so the
-- sum never meets an earlier one. The day is part of it, because pages say which trips run today. One search finds the versions of all
-- squads and trips.
create or replace function own_pages_version(viewer uuid) returns table (version text) language sql stable as $$
  select md5(current_date || ' ' || p.version || ' ' || (
    with mine as materialized (
      select array(
        select squad_id from squad_members where user_id = viewer
        union all select trip_id from trip_members where user_id = viewer
      ) as ids
    )
    select (select coalesce(sum(q.version), 0) from page_versions q where q.subject_id = any (mine.ids))
      + (select coalesce(sum(g.version), 0) from gallery_versions g where g.place_id = any (mine.ids))
    from mine) || ' ' || (select count(x.nominee_id) from votes x where x.voter_id = viewer))
  from page_versions p where p.subject_id = viewer
$$;

-- Returns the version of what a viewer sees of one trip.
create or replace function trip_page_version(viewer uuid, the_trip uuid) returns table (version text) language sql stable as $$
  select md5(current_date || ' ' || v.version || ' ' || p.version || ' ' || coalesce(s.version, 0) || ' ' || coalesce(g.version, 0) || ' '
    || (select coalesce(sum(c.votes_received), 0) || ' ' || count(x.nominee_id)
      from categories c left join votes x on x.category_id = c.id and x.voter_id = viewer where c.trip_id = t.id))
  from trips t join page_versions p on p.subject_id = t.id join page_versions v on v.subject_id = viewer
    left join page_versions s on s.subject_id = t.squad_id left join gallery_versions g on g.place_id = t.id
  where t.id = the_trip
$$;

-- Returns the version of what a viewer sees of one squad. The viewer's own pages are part of it, because the page says how many trips they
-- share with each member.
create or replace function squad_page_version(viewer uuid, the_squad uuid) returns table (version text) language sql stable as $$
  select md5(mine.version || ' ' || p.version || ' ' || coalesce(g.version, 0))
  from page_versions p cross join lateral own_pages_version(viewer) mine left join gallery_versions g on g.place_id = p.subject_id
  where p.subject_id = the_squad
$$;
