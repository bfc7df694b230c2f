-- One bound for every way in which results come out: an award is counted only if its counts do not give a ballot away.

-- The changes of a trip's crew, from the first on, with the number of people on the crew after each.
create table crew_changes (
  trip_id uuid not null references trips on delete cascade,
  number int not null,
  crew_count int not null,
  primary key (trip_id, number)
);
-- The number of the crew's last change.
alter table trips add column crew_change int not null default 0;
-- Nobody knows the changes before this migration: for each trip the present crew stands for them.
insert into crew_changes (trip_id, number, crew_count) select id, 0, crew_count from trips;

-- Keeps the size of each crew, and its changes.
create function count_crew() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  with counted as (
    update trips t set crew_count = t.crew_count + sign * c.people, crew_change = t.crew_change + 1
    from (select trip_id, count(*)::int people from changed group by trip_id) c
    where t.id = c.trip_id
    returning t.id, t.crew_change, t.crew_count
  )
  insert into crew_changes (trip_id, number, crew_count) select id, crew_change, crew_count from counted;
  -- A later change with as many people stands for this one.
  delete from crew_changes x using trips t
    where t.id in (select trip_id from changed) and x.trip_id = t.id and x.number < t.crew_change and x.crew_count <= t.crew_count;
  return null;
end $$;
drop trigger trip_members_added on trip_members;
drop trigger trip_members_removed on trip_members;
create trigger trip_members_added after insert on trip_members referencing new table as changed for each statement execute function count_crew();
create trigger trip_members_removed after delete on trip_members referencing old table as changed for each statement execute function count_crew();

-- When somebody came onto the crew. The ids of older rows begin with their time in milliseconds.
alter table trip_members add column joined_at timestamptz(3) not null default now();
update trip_members set joined_at = least(now(), to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0));

alter table categories
  -- The crew's last change when the first ballot came in. Null without a ballot.
  add column first_ballot_change int,
  -- The award has ballots of a night without votes for oneself: everybody knows one person whom each voter has not chosen.
  add column no_self_votes boolean not null default false,
  -- The organizer who closed the vote.
  add column closed_by uuid references users on delete set null,
  -- The award ended below the bound: nobody counted its ballots, and its choices are destroyed.
  add column is_uncounted boolean not null default false;
create index categories_closed_by on categories (closed_by) where closed_by is not null;
update categories set first_ballot_change = 0 where completed_at is null and votes_received > 0;

-- A first ballot changes no page but the count of ballots.
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

-- Returns the size of an award's crew at its largest since the first ballot.
create function largest_crew(award categories) returns int language sql stable as $$
  select greatest(t.crew_count, (
    select max(x.crew_count) from crew_changes x where x.trip_id = t.id and x.number >= award.first_ballot_change
  )) from trips t where t.id = award.trip_id
$$;

-- Ends an open award if its counts give no ballot away, or with `must_end` in any case; then it is uncounted below the bound. Returns
-- whether it ended. The counts go to `sealed_tallies`. The caller holds the lock on the award.
--
-- The bound: everybody on the crew has chosen, and nobody has come or gone since the first ballot; or at least three have chosen, and they
-- are at least half of the crew at its largest since then (five are enough for any crew). Without votes for oneself it takes five, because
-- everybody knows one person whom each voter has not chosen; for the same reason only the winners are kept.
create function end_award(the_category uuid, must_end boolean) returns boolean language plpgsql as $$
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
  select t.crew_count, t.crew_change into crew, change from trips t where t.id = award.trip_id;
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
create function destroy_choices(awards uuid[]) returns void language plpgsql as $$
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
create function publish_award(the_category uuid) returns void language plpgsql as $$
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
end $$;

-- Completes an open award if its counts give no ballot away, or with `must_end` in any case. Returns whether it is complete. One without
-- counts is closed, and its choices are destroyed: a changed vote could not change them. The caller holds the lock on the award.
drop function complete_award;
create function complete_award(the_category uuid, must_end boolean) returns boolean language plpgsql as $$
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
    where k.trip_id = the_trip and k.completed_at is null and not k.is_sealed group by k.id
  ) counted, trips t
  where c.id = counted.id and t.id = the_trip and c.votes_received <> counted.votes;

  for the_award in
    select c.id from categories c join trips t on t.id = c.trip_id
    where t.id = the_trip and c.completed_at is null and c.votes_received > 0 and c.votes_received >= t.crew_count
      and not exists (select from nights n where n.trip_id = the_trip and n.over_at is null)
  loop
    if complete_award(the_award, false) then
      revealed := revealed || the_award;
    end if;
  end loop;
  return revealed;
end $$;

-- Closes the vote of a night: ends the open awards and destroys all choices of the trip. Receipts lose their authors and the names behind
-- their hearts, and are written anew in the order of their random ids, so that their order says nothing. The caller holds the locks on the
-- awards of the trip and on its night.
drop function seal_awards;
create function seal_awards(the_trip uuid) returns void language plpgsql as $$
declare
  all_receipts receipts[];
begin
  perform end_award(id, true) from categories where trip_id = the_trip and completed_at is null;
  perform destroy_choices(array(select id from categories where trip_id = the_trip));
  update categories set closed_at = coalesce(closed_at, now()) where trip_id = the_trip;

  update receipts r set author_id = null, hearts = r.hearts + (select count(*) from receipt_hearts h where h.receipt_id = r.id)
    where r.trip_id = the_trip;
  select array_agg(r order by r.id) into all_receipts from receipts r where r.trip_id = the_trip;
  delete from receipts where trip_id = the_trip;
  insert into receipts select x.* from unnest(all_receipts) x;

  update nights set closed_at = now() where trip_id = the_trip;
end $$;

-- Ends a night: its sealed awards become complete, with the counts of the close. The caller holds the locks as above.
create or replace function publish_sealed(the_trip uuid) returns void language plpgsql as $$
begin
  perform publish_award(id) from categories where trip_id = the_trip and is_sealed and completed_at is null;
  update nights set over_at = now() where trip_id = the_trip;
end $$;

-- The hearts of a deleted account stay on receipts, without its name: a heart that goes would tell whose it was.
create function hearts_stay() returns trigger language plpgsql as $$
begin
  update receipts r set hearts = r.hearts + 1 from receipt_hearts h where h.receipt_id = r.id and h.user_id = old.id;
  return old;
end $$;
create trigger users_leave_hearts before delete on users for each row execute function hearts_stay();

-- Counts the open awards of a trip that a person of its crew has not answered, or whose ballot is void. A skip without a night is void.
create or replace function awards_to_vote_on(the_trip uuid, the_person uuid) returns table (total int) language sql stable as $$
  select count(*)::int from categories c join trip_members m on m.trip_id = c.trip_id and m.user_id = the_person
  where c.trip_id = the_trip and c.completed_at is null and not c.is_sealed
    and not exists (
      select from votes x where x.category_id = c.id and x.voter_id = the_person
        and (x.nominee_id is not null or (x.is_skipped and exists (select from nights n where n.trip_id = c.trip_id)))
    )
$$;

-- Casts or changes one vote: checks the session and the right to vote, writes the vote and the running count, and completes the award
-- after the last vote, all in one statement and so in one transaction. Without a nominee it skips the award, which only a trip with a
-- night allows. It locks the award's row first, so that of two last votes exactly one completes the award, and so that a vote and the
-- close of a night come one after the other; each statement after the lock sees everything that was committed before it. A person
-- without a ballot in a complete award joined the crew later: one more vote among known counts would be an open one. A night keeps
-- everything sealed: no award of its trip becomes complete before it. Nobody can vote for a person who has taken their name off the award.
-- `isNew`: it is the voter's first ballot in the award, so that the progress changes.
create or replace function cast_vote(token bytea, the_category uuid, the_nominee uuid) returns json language plpgsql
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
  knows_nominee boolean;
  received int;
  reveals boolean := false;
  night nights;
  awards int;
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

  select t.crew_count, t.crew_change, t.category_count, v.nominee_id, coalesce(v.is_skipped, false), v.voter_id is not null,
    me.user_id is not null, them.user_id is not null and no_thanks.user_id is null
  into crew, change, awards, previous, had_skipped, has_voted, is_crew, knows_nominee
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
  if night.closed_at is not null or night.starts_at <= now() then
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
    'votesReceived', received, 'crewCount', crew
  );
end $$;
