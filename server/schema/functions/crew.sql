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

-- Whether a person may vote on a trip: somebody with an account; a seat, which has to be confirmed where the trip asks for that; and never a
-- name that is expected. An admin confirms a seat for the trips of one squad.
create or replace function may_vote_on(the_trip uuid, the_person uuid) returns boolean language sql stable as $$
  select not exists (select from expected_people where person_id = the_person) and (
    exists (select from trips where id = the_trip and not confirmed_only)
    or exists (select from accounts where person_id = the_person)
    or exists (select from seats s join trips t on t.squad_id = s.squad_id
      where t.id = the_trip and s.person_id = the_person and s.confirmed_at is not null)
  )
$$;

-- Whoever comes onto a crew is a voter by that rule.
create or replace function set_voter() returns trigger language plpgsql as $$
begin
  new.may_vote := may_vote_on(new.trip_id, new.user_id);
  return new;
end $$;
create or replace trigger trip_members_voting before insert on trip_members for each row execute function set_voter();

-- Applies that rule to the crews of trips, or to one person on them, after what it asks for has changed. A new voter counts as having come
-- onto the crew now. Somebody who is no voter any more stays on the crew, and the votes they cast in open awards go, as those of somebody
-- who leaves. Returns the ids of the awards that this completed. The caller has locked the squad, as everybody does who puts people on its
-- crews: otherwise two changes at once could miss each other. It locks the awards first, as `remove_from_crew` does.
create or replace function apply_voters(the_trips uuid[], the_person uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[] := '{}';
  fewer uuid[];
  the_trip uuid;
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  with changed as (
    update trip_members m set may_vote = not m.may_vote, joined_at = case when m.may_vote then m.joined_at else now() end
    where m.trip_id = any (the_trips) and (the_person is null or m.user_id = the_person)
      and m.may_vote <> may_vote_on(m.trip_id, m.user_id)
    returning m.trip_id, m.may_vote
  ), counted as (
    update trips t set voter_count = t.voter_count + c.more, crew_change = t.crew_change + 1
    from (select trip_id, sum(case when may_vote then 1 else -1 end)::int more from changed group by trip_id) c
    where t.id = c.trip_id
    returning t.id, t.crew_change, t.voter_count
  ), noted as (
    insert into crew_changes (trip_id, number, voters) select id, crew_change, voter_count from counted
  )
  select coalesce(array_agg(distinct trip_id) filter (where not may_vote), '{}') into fewer from changed;
  perform drop_smaller_changes(the_trips);

  delete from votes v using categories c, trip_members m
    where c.id = v.category_id and c.trip_id = any (fewer) and is_open(c)
      and m.trip_id = c.trip_id and m.user_id = v.voter_id and not m.may_vote;
  update nights n set first_done = null from trip_members m
    where n.trip_id = any (fewer) and n.closed_at is null and m.trip_id = n.trip_id and m.user_id = n.first_done and not m.may_vote;
  foreach the_trip in array fewer loop
    revealed := revealed || settle_trip(the_trip);
  end loop;
  return revealed;
end $$;

-- Makes a person a voter on those of their crews where they may vote from now on.
create or replace function become_voter(the_person uuid) returns void language plpgsql as $$
begin
  perform from squads where id in (
    select squad_id from seats where person_id = the_person
    union select t.squad_id from trip_members m join trips t on t.id = m.trip_id where m.user_id = the_person
  ) order by id for no key update;
  perform apply_voters(array(select trip_id from trip_members where user_id = the_person), the_person);
end $$;

-- A seat that is kept is confirmed, by whichever way its account comes.
create or replace function confirm_by_account() returns trigger language plpgsql as $$
begin
  perform become_voter(new.person_id);
  return null;
end $$;
create or replace trigger accounts_added after insert on accounts for each row execute function confirm_by_account();

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
