-- Removes a person from the crew of trips, which can complete awards. Returns the ids of those awards. In awards still open the votes they
-- cast go, and the votes they received become void; awards that a night has sealed stay as they are. It locks the awards before it changes
-- the crew, as a vote does, so that nobody can vote in between.
create or replace function remove_from_crew(the_trips uuid[], the_user uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[] := '{}';
  the_trip uuid;
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  delete from trip_members where trip_id = any (the_trips) and user_id = the_user;
  delete from votes v using categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and is_open(c) and v.voter_id = the_user;
  update votes v set nominee_id = null from categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and is_open(c) and v.nominee_id = the_user;
  update nights set first_done = null where trip_id = any (the_trips) and closed_at is null and first_done = the_user;
  foreach the_trip in array the_trips loop
    revealed := revealed || settle_trip(the_trip);
  end loop;
  return revealed;
end $$;

-- Deletes each change for which a later one with as many voters or more stands.
create or replace function drop_smaller_changes(the_trips uuid[]) returns void language sql as $$
  delete from crew_changes x using trips t
    where t.id = any (the_trips) and x.trip_id = t.id and x.number < t.crew_change and x.voters <= t.voter_count
$$;

-- Makes an expected person a voter on all their crews. They count as having come onto these crews now.
create or replace function become_voter(the_person uuid) returns void language plpgsql as $$
declare
  the_trips uuid[] := array(select trip_id from trip_members where user_id = the_person and not may_vote);
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  update trip_members set may_vote = true, joined_at = now() where user_id = the_person and not may_vote;
  with counted as (
    update trips set voter_count = voter_count + 1, crew_change = crew_change + 1 where id = any (the_trips)
    returning id, crew_change, voter_count
  )
  insert into crew_changes (trip_id, number, voters) select id, crew_change, voter_count from counted;
  perform drop_smaller_changes(the_trips);
end $$;

-- Deletes a person whom a squad expects no longer, unless somebody has taken the name.
create or replace function forget_expected() returns trigger language plpgsql as $$
begin
  delete from people where id = old.person_id
    and not exists (select from seats where person_id = old.person_id) and not exists (select from accounts where person_id = old.person_id);
  return null;
end $$;
create or replace trigger expected_people_gone after delete on expected_people for each row execute function forget_expected();

-- Keeps the size of each crew, the number of its voters, and the changes of that number.
create or replace function count_crew() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  with counted as (
    update trips t set crew_count = t.crew_count + sign * c.people, voter_count = t.voter_count + sign * c.voters,
      crew_change = t.crew_change + (c.voters > 0)::int
    from (select trip_id, count(*)::int people, (count(*) filter (where may_vote))::int voters from changed group by trip_id) c
    where t.id = c.trip_id
    returning t.id, t.crew_change, t.voter_count, c.voters
  )
  insert into crew_changes (trip_id, number, voters) select id, crew_change, voter_count from counted where voters > 0;
  perform drop_smaller_changes(array(select trip_id from changed));
  return null;
end $$;
create or replace trigger trip_members_added after insert on trip_members referencing new table as changed for each statement execute function count_crew();
create or replace trigger trip_members_removed after delete on trip_members referencing old table as changed for each statement execute function count_crew();

create or replace function count_departures() returns trigger language plpgsql as $$
begin
  update sessions set departures = departures + 1 where user_id in (select user_id from gone);
  return null;
end $$;
create or replace trigger squad_members_departed after delete on squad_members referencing old table as gone
  for each statement execute function count_departures();
create or replace trigger trip_members_departed after delete on trip_members referencing old table as gone
  for each statement execute function count_departures();
