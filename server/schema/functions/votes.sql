-- Votes, and the counts that follow from them.

-- Casts or changes one vote: checks the session and the right to vote, writes the vote and the running count, and completes the award
-- after the last vote, all in one statement and so in one transaction. Without a nominee it skips the award, which only a trip with a
-- night allows. It locks the award's row first, so that of two last votes exactly one completes the award, and so that a vote and the
-- close of a night come one after the other; each statement after the lock sees everything that was committed before it. A person
-- without a ballot in a complete award joined the crew later: one more vote among known counts would be an open one. A night keeps
-- everything sealed: no award of its trip becomes complete before it. Nobody can vote for a person who has taken their name off the award.
-- A seat that the trip wants confirmed first is crew and does not vote.
-- `isNew`: it is the voter's first ballot in the award, so that the progress changes. `waitsForAnswers`: the night of the trip has no time,
-- and closes once everybody has answered.
-- With a key (decision 124) the same request changes nothing a second time: 'repeated'. Its row is written under the award's lock.
--
-- PL/pgSQL keeps the plans of a function's statements for a whole connection. On a young instance `votes` is empty, so these plans would
-- read the whole table for each vote, and an evening of voting fills it. Without sequential scans they look up each row by its key at every
-- size.
create or replace function cast_vote(
  token bytea, the_category uuid, the_nominee uuid, the_key bytea default null, the_request bytea default null
) returns json language plpgsql
set enable_seqscan = off as $$
declare
  voter uuid;
  award categories;
  crew int;
  change int;
  previous uuid;
  had_skipped boolean;
  has_voted boolean;
  is_crew boolean;
  is_voter boolean;
  knows_nominee boolean;
  received int;
  reveals boolean := false;
  night nights;
  awards int;
  done_before bytea;
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

  select t.voter_count, t.crew_change, t.category_count, v.nominee_id, coalesce(v.is_skipped, false), v.voter_id is not null,
    me.user_id is not null, me.may_vote, them.user_id is not null and no_thanks.user_id is null
  into crew, change, awards, previous, had_skipped, has_voted, is_crew, is_voter, knows_nominee
  from trips t
  left join votes v on v.category_id = the_category and v.voter_id = voter
  left join trip_members me on me.trip_id = t.id and me.user_id = voter
  left join trip_members them on them.trip_id = t.id and them.user_id = the_nominee
  left join declined_awards no_thanks on no_thanks.category_id = the_category and no_thanks.user_id = the_nominee
  where t.id = award.trip_id;
  select n.* into night from nights n where n.trip_id = award.trip_id and n.over_at is null;
  if is_crew is not true then
    return json_build_object('outcome', 'not_crew', 'voter', voter);
  end if;
  if the_key is not null then
    select request_hash into done_before from sent_keys where person_id = voter and key_hash = the_key;
    if done_before is not null then
      return json_build_object('outcome', case when done_before = the_request then 'repeated' else 'key_used' end,
        'voter', voter, 'tripId', award.trip_id, 'waitsForAnswers', night.trip_id is not null and night.starts_at is null);
    end if;
  end if;
  if not is_voter then
    return json_build_object('outcome', 'not_confirmed');
  end if;
  if stage_of(night) <> 'planned' then
    return json_build_object('outcome', 'night_closed');
  end if;
  if award.closed_at is not null then
    return json_build_object('outcome', 'closed');
  end if;
  if award.completed_at is not null and not has_voted then
    return json_build_object('outcome', 'decided');
  end if;
  if the_nominee is null and (night.trip_id is null or award.completed_at is not null) then
    return json_build_object('outcome', 'no_skip');
  end if;
  if the_nominee is not null and not knows_nominee then
    return json_build_object('outcome', 'not_nominee');
  end if;
  if night.no_self_votes and the_nominee = voter then
    return json_build_object('outcome', 'not_yourself');
  end if;

  -- The same choice again: the nominee's results have the id of somebody whom they have merged.
  if award.completed_at is not null and (select id from person_now(previous)) = the_nominee then
    the_nominee := previous;
  end if;

  if the_key is not null then
    insert into sent_keys (person_id, key_hash, request_hash) values (voter, the_key, the_request) on conflict do nothing;
    if not found then
      return json_build_object('outcome', 'key_used');
    end if;
  end if;
  received := award.votes_received;
  if not has_voted then
    insert into votes (category_id, voter_id, nominee_id, is_skipped)
      values (the_category, voter, the_nominee, the_nominee is null);
    received := received + 1;
  elsif previous is distinct from the_nominee or had_skipped <> (the_nominee is null) then
    update votes set nominee_id = the_nominee, is_skipped = the_nominee is null
      where category_id = the_category and voter_id = voter;
  end if;

  if not has_voted then
    update categories set votes_received = received, first_ballot_change = coalesce(first_ballot_change, change),
      no_self_votes = (received > 1 and no_self_votes) or night.no_self_votes is true
      where id = the_category;
  end if;
  if award.completed_at is not null then
    if previous is distinct from the_nominee then
      perform move_tally(award.trip_id, the_category, previous, the_nominee);
    end if;
  elsif received >= crew and night.trip_id is null then
    reveals := complete_award(the_category, false);
  end if;

  if night.trip_id is not null and night.first_done is null and not has_voted then
    update nights set first_done = voter where trip_id = night.trip_id and first_done is null and awards <= (
      select count(*) from categories c join votes v on v.category_id = c.id and v.voter_id = voter where c.trip_id = award.trip_id
    );
  end if;

  return json_build_object(
    'outcome', 'cast', 'voter', voter, 'tripId', award.trip_id, 'reveals', reveals,
    'isNew', not has_voted, 'isComplete', reveals or award.completed_at is not null, 'hasNight', night.trip_id is not null,
    'waitsForAnswers', night.trip_id is not null and night.starts_at is null,
    'votesReceived', received, 'crewCount', crew
  );
end $$;

-- Moves one vote on a complete award from its old nominee, if it had one, to the new one in the counts.
create or replace function move_tally(the_trip uuid, the_category uuid, old_nominee uuid, new_nominee uuid) returns void language plpgsql as $$
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

-- Counts the open awards of a trip that a person of its crew has not answered, or whose ballot is void; no row for anybody else. A skip
-- without a night is void. For a seat that has to be confirmed first they wait too: its ballot says how.
create or replace function awards_to_vote_on(the_trip uuid, the_person uuid) returns table (total int) language sql stable as $$
  select case when t.complete_count = t.category_count then 0 else (
    select count(*)::int from categories c where c.trip_id = t.id and is_open(c) and not exists (
      select from votes x where x.category_id = c.id and x.voter_id = the_person
        and (x.nominee_id is not null or (x.is_skipped and exists (select from nights n where n.trip_id = c.trip_id)))
    )
  ) end
  from trips t where t.id = the_trip and exists (
    select from trip_members m where m.trip_id = the_trip and m.user_id = the_person)
$$;

-- Returns the people with the ranks 1 to 3 of a complete award. Ties share a rank, and the next ranks are skipped (1, 1, 3). Of the two lines
-- of somebody who was merged the better one counts.
create or replace function placed_in(the_category uuid) returns table (nominee_id uuid, rank int) language sql stable as $$
  select n.id, min(y.rank)::int from (
    select t.nominee_id, rank() over (order by t.votes desc) as rank from tallies t where t.category_id = the_category
  ) y cross join lateral person_now(y.nominee_id) n where y.rank <= 3 group by 1
$$;

-- Makes the ballots of a person in open awards void: they have voted, nobody is counted for it, and they may choose again.
create or replace function void_ballots_of(the_person uuid) returns void language plpgsql as $$
begin
  perform from categories c join trip_members m on m.trip_id = c.trip_id
    where m.user_id = the_person and is_open(c) order by c.id for no key update of c;
  update votes v set nominee_id = null, is_skipped = false from categories c
    where v.voter_id = the_person and c.id = v.category_id and is_open(c);
end $$;
