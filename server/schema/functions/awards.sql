-- How an award ends. One bound holds for every way in which results come out: an award is counted only if its counts do not give a ballot
-- away. A void ballot has no nominee: the person it was for left the crew of an open award. Its voter has voted, it counts for nobody, and
-- the voter may choose again.

-- Whether an award takes first votes: it is not complete, and no night has closed it.
create or replace function is_open(award categories) returns boolean language sql immutable as $$
  select award.completed_at is null and not award.is_sealed
$$;

-- Returns how many voters an award had at most since the first ballot.
create or replace function largest_crew(award categories) returns int language sql stable as $$
  select greatest(t.voter_count, (
    select max(x.voters) from crew_changes x where x.trip_id = t.id and x.number >= award.first_ballot_change
  )) from trips t where t.id = award.trip_id
$$;

-- Ends an open award if its counts give no ballot away, or with `must_end` in any case; then it is uncounted below the bound. Returns
-- whether it ended. The counts go to `sealed_tallies`. The caller holds the lock on the award.
--
-- The bound: everybody on the crew has chosen, and nobody has come or gone since the first ballot; or at least three have chosen, and they
-- are at least half of the crew at its largest since then (five are enough for any crew). Without votes for oneself it takes five, because
-- everybody knows one person whom each voter has not chosen; for the same reason only the winners are kept.
create or replace function end_award(the_category uuid, must_end boolean) returns boolean language plpgsql as $$
declare
  award categories;
  crew int;
  change int;
  night nights;
  ballots int;
  choices int;
  for_others boolean;
  keeps_secret boolean;
begin
  select c.* into award from categories c where c.id = the_category;
  select t.voter_count, t.crew_change into crew, change from trips t where t.id = award.trip_id;
  select n.* into night from nights n where n.trip_id = award.trip_id and n.over_at is null;
  select count(*), count(nominee_id) into ballots, choices from votes where category_id = the_category;

  for_others := award.no_self_votes or night.no_self_votes is true;
  keeps_secret := choices >= 5 or (not for_others and (
    (choices >= 3 and 2 * choices >= largest_crew(award))
    or (choices >= crew and coalesce(award.first_ballot_change, change) = change)
  ));
  if not keeps_secret and not must_end then
    return false;
  end if;

  update categories set votes_received = ballots,
    -- An award without a ballot has nothing to hide.
    is_uncounted = not keeps_secret and ballots > 0,
    -- Places stand in for counts where counts would tell more than everybody may know.
    hides_counts = (keeps_secret or ballots = 0) and (for_others or (night.trip_id is not null and (not night.shows_counts or choices < 5)))
    where id = the_category returning * into award;
  if not award.is_uncounted then
    insert into sealed_tallies (category_id, nominee_id, votes)
      select the_category, nominee_id, case when for_others then 1 when award.hides_counts then place else received end
      from (
        select nominee_id, count(*) received, dense_rank() over (order by count(*)) place, rank() over (order by count(*) desc) rank
        from votes where category_id = the_category and nominee_id is not null group by nominee_id
      ) counted
      where rank = 1 or not for_others
      order by nominee_id;
  end if;
  return true;
end $$;

-- Destroys the choices of awards. Their rows of `votes` are written anew in the order of the voters' ids, so that their order says nothing.
create or replace function destroy_choices(awards uuid[]) returns void language plpgsql as $$
declare
  in_awards uuid[];
  voters uuid[];
begin
  select array_agg(category_id order by category_id, voter_id), array_agg(voter_id order by category_id, voter_id)
    into in_awards, voters from votes where category_id = any (awards);
  delete from votes where category_id = any (awards);
  insert into votes (category_id, voter_id, nominee_id) select category, voter, null from unnest(in_awards, voters) x(category, voter);
  update categories set is_sealed = true where id = any (awards);
end $$;

-- Publishes the counts of an award that has ended: it is complete.
create or replace function publish_award(the_category uuid) returns void language plpgsql as $$
declare
  the_trip uuid;
begin
  update categories set completed_at = now() where id = the_category returning trip_id into the_trip;
  insert into tallies (category_id, nominee_id, trip_id, votes)
    select category_id, nominee_id, the_trip, votes from sealed_tallies where category_id = the_category order by nominee_id;
  insert into standings (trip_id, user_id, votes)
    select the_trip, nominee_id, votes from sealed_tallies where category_id = the_category order by nominee_id
    on conflict (trip_id, user_id) do update set votes = standings.votes + excluded.votes;
  delete from sealed_tallies where category_id = the_category;
  update trips set complete_count = complete_count + 1 where id = the_trip;
  -- Nobody has done it: the moment of a vote and its voter stay secret.
  insert into activity (kind, trip_id, category_id)
    select 'results_out', the_trip, id from categories where id = the_category and not is_uncounted;
end $$;

-- Completes an open award if its counts give no ballot away, or with `must_end` in any case. Returns whether it is complete. One without
-- counts is closed, and its choices are destroyed: a changed vote could not change them. The caller holds the lock on the award.
create or replace function complete_award(the_category uuid, must_end boolean) returns boolean language plpgsql as $$
begin
  if not end_award(the_category, must_end) then
    return false;
  end if;
  update categories set closed_at = coalesce(closed_at, now()) where id = the_category and (is_uncounted or hides_counts);
  perform destroy_choices(array(select id from categories where id = the_category and (is_uncounted or hides_counts)));
  perform publish_award(the_category);
  return true;
end $$;

-- Counts the ballots of a trip's open awards again, and completes those that everybody has voted on, if their counts give no ballot away.
-- Returns their ids. Call it after any change to the votes or the crew other than `cast_vote`. It leaves complete awards as they are, and
-- all awards of a trip with a night that is not over.
create or replace function settle_trip(the_trip uuid) returns uuid[] language plpgsql as $$
declare
  the_award uuid;
  revealed uuid[] := '{}';
begin
  perform from categories where trip_id = the_trip order by id for no key update;
  update categories c set votes_received = counted.votes,
    first_ballot_change = case when counted.votes > 0 then coalesce(c.first_ballot_change, t.crew_change) end
  from (
    select k.id, count(v.voter_id)::int votes from categories k left join votes v on v.category_id = k.id
    where k.trip_id = the_trip and is_open(k) group by k.id
  ) counted, trips t
  where c.id = counted.id and t.id = the_trip and c.votes_received <> counted.votes;

  for the_award in
    select c.id from categories c join trips t on t.id = c.trip_id
    where t.id = the_trip and c.completed_at is null and c.votes_received > 0 and c.votes_received >= t.voter_count
      and not exists (select from nights n where n.trip_id = the_trip and n.over_at is null)
  loop
    if complete_award(the_award, false) then
      revealed := revealed || the_award;
    end if;
  end loop;
  return revealed;
end $$;

-- Deletes an award, and takes its counts off the standings of the trip.
create or replace function delete_award(the_category uuid) returns void language plpgsql as $$
begin
  update standings s set votes = s.votes - y.votes from tallies y
    where y.category_id = the_category and s.trip_id = y.trip_id and s.user_id = y.nominee_id;
  delete from standings s using tallies y
    where y.category_id = the_category and s.trip_id = y.trip_id and s.user_id = y.nominee_id and s.votes = 0;
  update trips t set complete_count = complete_count - 1 from categories c
    where c.id = the_category and c.completed_at is not null and t.id = c.trip_id;
  delete from categories where id = the_category;
end $$;
