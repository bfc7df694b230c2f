-- Void ballots, and results that stay as they are. A void ballot has no nominee: the person it was for left the crew of an open award.
-- Its voter has voted, it counts for nobody, and the voter may choose again. The ballots and counts of a complete award are a snapshot.
-- They keep the id of a nominee whose account is deleted, so these columns refer to no user.
alter table votes alter column nominee_id drop not null, drop constraint votes_nominee_id_fkey;
alter table tallies drop constraint tallies_nominee_id_fkey;
alter table standings drop constraint standings_user_id_fkey;
drop index votes_for_nominee;

-- Casts or changes one vote: checks the session and the right to vote, writes the vote and the running count, and completes the award
-- after the last vote, all in one statement and so in one transaction. It locks the award's row first, so that of two last votes
-- exactly one completes the award; each statement after the lock sees everything that was committed before it. A person without a
-- ballot in a complete award joined the crew later: one more vote among known counts would be an open one.
create or replace function cast_vote(token bytea, the_category uuid, the_nominee uuid) returns json language plpgsql as $$
declare
  voter uuid;
  award categories;
  crew int;
  previous uuid;
  has_voted boolean;
  is_crew boolean;
  knows_nominee boolean;
  received int;
  reveals boolean := false;
begin
  select user_id into voter from viewer_of(token);
  if voter is null then
    return json_build_object('outcome', 'not_signed_in');
  end if;

  select c.* into award from categories c
  where c.id = the_category and exists (select from trip_members m where m.trip_id = c.trip_id and m.user_id = voter)
  for no key update;
  if not found then
    return json_build_object('outcome', 'not_crew', 'voter', voter);
  end if;

  select t.crew_count, v.nominee_id, v.voter_id is not null, me.user_id is not null, them.user_id is not null
  into crew, previous, has_voted, is_crew, knows_nominee
  from trips t
  left join votes v on v.category_id = the_category and v.voter_id = voter
  left join trip_members me on me.trip_id = t.id and me.user_id = voter
  left join trip_members them on them.trip_id = t.id and them.user_id = the_nominee
  where t.id = award.trip_id;
  if is_crew is not true then
    return json_build_object('outcome', 'not_crew', 'voter', voter);
  end if;
  if award.closed_at is not null then
    return json_build_object('outcome', 'closed');
  end if;
  if award.completed_at is not null and not has_voted then
    return json_build_object('outcome', 'decided');
  end if;
  if not knows_nominee then
    return json_build_object('outcome', 'not_nominee');
  end if;

  received := award.votes_received;
  if not has_voted then
    insert into votes (category_id, voter_id, nominee_id) values (the_category, voter, the_nominee);
    received := received + 1;
  elsif previous is distinct from the_nominee then
    update votes set nominee_id = the_nominee where category_id = the_category and voter_id = voter;
  end if;

  if award.completed_at is not null then
    if previous is distinct from the_nominee then
      perform move_tally(award.trip_id, the_category, previous, the_nominee);
    end if;
  elsif received >= crew then
    reveals := true;
    perform complete_award(the_category, received);
  elsif not has_voted then
    update categories set votes_received = received where id = the_category;
  end if;

  return json_build_object(
    'outcome', 'cast', 'voter', voter, 'tripId', award.trip_id, 'reveals', reveals,
    'isComplete', reveals or award.completed_at is not null, 'votesReceived', received, 'crewCount', crew
  );
end $$;

-- Completes one open award with this many ballots and counts them, void ones excepted. The caller holds the lock on the award.
create function complete_award(the_category uuid, received int) returns void language plpgsql as $$
declare
  the_trip uuid;
begin
  update categories set votes_received = received, completed_at = now() where id = the_category returning trip_id into the_trip;
  insert into tallies (category_id, nominee_id, trip_id, votes)
    select category_id, nominee_id, the_trip, count(*) from votes
    where category_id = the_category and nominee_id is not null group by 1, 2;
  insert into standings (trip_id, user_id, votes)
    select trip_id, nominee_id, votes from tallies where category_id = the_category order by nominee_id
    on conflict (trip_id, user_id) do update set votes = standings.votes + excluded.votes;
  update trips set complete_count = complete_count + 1 where id = the_trip;
end $$;

-- Counts the ballots of a trip's open awards again, and completes those that everybody has voted on or that an organizer closed. Returns
-- their ids. Call it after any change to the votes or the crew other than `cast_vote`. It leaves complete awards as they are.
create or replace function settle_trip(the_trip uuid) returns uuid[] language plpgsql as $$
declare
  award categories;
  revealed uuid[] := '{}';
begin
  perform from categories where trip_id = the_trip order by id for no key update;
  update categories c set votes_received = counted.votes
  from (
    select k.id, count(v.voter_id)::int votes from categories k left join votes v on v.category_id = k.id
    where k.trip_id = the_trip and k.completed_at is null group by k.id
  ) counted
  where c.id = counted.id and c.votes_received <> counted.votes;

  for award in
    select c.* from categories c join trips t on t.id = c.trip_id
    where t.id = the_trip and c.completed_at is null and c.votes_received > 0
      and (c.closed_at is not null or c.votes_received >= t.crew_count)
  loop
    perform complete_award(award.id, award.votes_received);
    revealed := revealed || award.id;
  end loop;
  return revealed;
end $$;

-- Removes a person from the crew of trips, which can complete awards. Returns the ids of those awards. In awards still open the votes they
-- cast go, and the votes they received become void. It locks the awards before it changes the crew, as a vote does, so that nobody can
-- vote in between.
create or replace function remove_from_crew(the_trips uuid[], the_user uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[] := '{}';
  the_trip uuid;
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  delete from trip_members where trip_id = any (the_trips) and user_id = the_user;
  delete from votes v using categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and c.completed_at is null and v.voter_id = the_user;
  update votes v set nominee_id = null from categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and c.completed_at is null and v.nominee_id = the_user;
  foreach the_trip in array the_trips loop
    revealed := revealed || settle_trip(the_trip);
  end loop;
  return revealed;
end $$;

-- Deletes an award, and takes its counts off the standings of the trip.
create function delete_award(the_category uuid) returns void language plpgsql as $$
begin
  update standings s set votes = s.votes - y.votes from tallies y
    where y.category_id = the_category and s.trip_id = y.trip_id and s.user_id = y.nominee_id;
  delete from standings s using tallies y
    where y.category_id = the_category and s.trip_id = y.trip_id and s.user_id = y.nominee_id and s.votes = 0;
  update trips t set complete_count = complete_count - 1 from categories c
    where c.id = the_category and c.completed_at is not null and t.id = c.trip_id;
  delete from categories where id = the_category;
end $$;
