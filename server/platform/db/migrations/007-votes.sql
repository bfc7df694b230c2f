-- The functions that write votes and everything that is counted from them.

-- Casts or changes one vote: checks the session and the right to vote, writes the vote and the running count, and completes the award
-- after the last vote, all in one statement and so in one transaction. It locks the award's row first, so that of two last votes
-- exactly one completes the award; each statement after the lock sees everything that was committed before it.
create function cast_vote(token bytea, the_category uuid, the_nominee uuid) returns json language plpgsql as $$
declare
  voter uuid;
  award categories;
  crew int;
  previous uuid;
  is_crew boolean;
  knows_nominee boolean;
  received int;
  reveals boolean := false;
begin
  select user_id into voter from sessions where token_hash = token and expires_at > now();
  if voter is null then
    return json_build_object('outcome', 'not_signed_in');
  end if;

  select c.* into award from categories c
  where c.id = the_category and exists (select from trip_members m where m.trip_id = c.trip_id and m.user_id = voter)
  for no key update;
  if not found then
    return json_build_object('outcome', 'not_crew', 'voter', voter);
  end if;

  select t.crew_count, v.nominee_id, me.user_id is not null, them.user_id is not null
  into crew, previous, is_crew, knows_nominee
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
  if not knows_nominee then
    return json_build_object('outcome', 'not_nominee');
  end if;

  received := award.votes_received;
  if previous is null then
    insert into votes (category_id, voter_id, nominee_id) values (the_category, voter, the_nominee);
    received := received + 1;
  elsif previous <> the_nominee then
    update votes set nominee_id = the_nominee where category_id = the_category and voter_id = voter;
  end if;

  if award.completed_at is not null then
    if previous is distinct from the_nominee then
      perform move_tally(award.trip_id, the_category, previous, the_nominee);
    end if;
    if previous is null then
      update categories set votes_received = received where id = the_category;
    end if;
  elsif received >= crew then
    reveals := true;
    update categories set votes_received = received, completed_at = now() where id = the_category;
    insert into tallies (category_id, nominee_id, trip_id, votes)
      select category_id, nominee_id, award.trip_id, count(*) from votes where category_id = the_category group by 1, 2;
    insert into standings (trip_id, user_id, votes)
      select trip_id, nominee_id, votes from tallies where category_id = the_category
      on conflict (trip_id, user_id) do update set votes = standings.votes + excluded.votes;
    update trips set complete_count = complete_count + 1 where id = award.trip_id;
  elsif previous is null then
    update categories set votes_received = received where id = the_category;
  end if;

  return json_build_object(
    'outcome', 'cast', 'voter', voter, 'tripId', award.trip_id, 'reveals', reveals,
    'isComplete', reveals or award.completed_at is not null, 'votesReceived', received, 'crewCount', crew
  );
end $$;

-- Moves one vote on a complete award from its old nominee, if it had one, to the new one in the counts.
create function move_tally(the_trip uuid, the_category uuid, old_nominee uuid, new_nominee uuid) returns void language plpgsql as $$
begin
  update tallies set votes = votes - 1 where category_id = the_category and nominee_id = old_nominee;
  delete from tallies where category_id = the_category and nominee_id = old_nominee and votes = 0;
  update standings set votes = votes - 1 where trip_id = the_trip and user_id = old_nominee;
  delete from standings where trip_id = the_trip and user_id = old_nominee and votes = 0;
  insert into tallies (category_id, nominee_id, trip_id, votes) values (the_category, new_nominee, the_trip, 1)
    on conflict (category_id, nominee_id) do update set votes = tallies.votes + 1;
  insert into standings (trip_id, user_id, votes) values (the_trip, new_nominee, 1)
    on conflict (trip_id, user_id) do update set votes = standings.votes + 1;
end $$;

-- Counts all votes of a trip again and completes the awards that everybody has voted on or that an organizer closed. Returns the ids
-- of the awards that this completes. Call it after any other change to the votes, the crew or the awards of a trip. A complete award
-- stays complete.
create function settle_trip(the_trip uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[];
begin
  perform from categories where trip_id = the_trip order by id for no key update;
  update categories c set votes_received = counted.votes
  from (
    select k.id, count(v.voter_id)::int votes from categories k left join votes v on v.category_id = k.id
    where k.trip_id = the_trip group by k.id
  ) counted
  where c.id = counted.id and c.votes_received <> counted.votes;

  with done as (
    update categories c set completed_at = now() from trips t
    where t.id = the_trip and c.trip_id = t.id and c.completed_at is null and c.votes_received > 0
      and (c.closed_at is not null or c.votes_received >= t.crew_count)
    returning c.id
  )
  select coalesce(array_agg(id), '{}') into revealed from done;

  delete from tallies where trip_id = the_trip;
  insert into tallies (category_id, nominee_id, trip_id, votes)
    select v.category_id, v.nominee_id, the_trip, count(*) from categories c join votes v on v.category_id = c.id
    where c.trip_id = the_trip and c.completed_at is not null group by 1, 2;
  delete from standings where trip_id = the_trip;
  insert into standings (trip_id, user_id, votes)
    select trip_id, nominee_id, sum(votes) from tallies where trip_id = the_trip group by 1, 2;
  update trips set complete_count = (select count(*) from categories where trip_id = the_trip and completed_at is not null)
    where id = the_trip;
  return revealed;
end $$;

-- Removes a person from the crew of trips, with the votes that they cast and received there, which can complete awards. Returns the
-- ids of those awards. It locks the awards before it changes the crew, as a vote does, so that the person cannot vote in between.
create function remove_from_crew(the_trips uuid[], the_user uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[] := '{}';
  the_trip uuid;
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  delete from trip_members where trip_id = any (the_trips) and user_id = the_user;
  delete from votes using categories c
    where c.id = votes.category_id and c.trip_id = any (the_trips) and the_user in (votes.voter_id, votes.nominee_id);
  foreach the_trip in array the_trips loop
    revealed := revealed || settle_trip(the_trip);
  end loop;
  return revealed;
end $$;
