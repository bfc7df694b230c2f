-- Awards Nights: a planned moment at which the results of all awards of a trip come out together.
create table nights (
  trip_id uuid primary key references trips on delete cascade,
  starts_at timestamptz(3) not null,
  time_zone text not null,
  no_self_votes boolean not null,
  moves_by_itself boolean not null,
  starts_by_itself boolean not null,
  shows_counts boolean not null,
  -- The first person who answered all awards. Their name is all that is kept of the moment.
  first_done uuid references users on delete set null,
  closed_at timestamptz(3),
  live_at timestamptz(3),
  over_at timestamptz(3),
  -- The cards of the show, made when the vote closes. They name people and photos by their ids.
  cards jsonb,
  -- The present card, from 0, and when it begins.
  position int not null default 0,
  card_at timestamptz(3)
);
create index nights_of_first_done on nights (first_done);

-- The counts of awards whose night has closed and is not over. Until then they stand here, where no page reads them.
create table sealed_tallies (
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null,
  votes int not null,
  primary key (category_id, nominee_id)
);

-- A voter who skips an award has answered it without a nominee.
alter table votes add column is_skipped boolean not null default false,
  add constraint skipped_votes_name_nobody check (not is_skipped or nominee_id is null);

-- A night has destroyed the choices of this award. Its rows in `votes` say only who took part.
alter table categories add column is_sealed boolean not null default false;

-- The counts of this award would tell who chose whom, or its night does not show them. In place of counts it stores 1 for its last rank,
-- 2 for the rank above it, and so on.
alter table categories add column hides_counts boolean not null default false;

-- A turned card is no change of the trip's pages: only the show has its position.
create function night_shown() returns trigger language plpgsql as $$
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
create trigger nights_shown after insert or update or delete on nights for each row execute function night_shown();

-- Counts the open awards of a trip that a person of its crew has not answered, or whose ballot is void.
create or replace function awards_to_vote_on(the_trip uuid, the_person uuid) returns table (total int) language sql stable as $$
  select count(*)::int from categories c join trip_members m on m.trip_id = c.trip_id and m.user_id = the_person
  where c.trip_id = the_trip and c.completed_at is null and not c.is_sealed
    and not exists (
      select from votes x where x.category_id = c.id and x.voter_id = the_person and (x.nominee_id is not null or x.is_skipped)
    )
$$;

-- As before, but a trip with a night that is not over completes no award.
create or replace function settle_trip(the_trip uuid) returns uuid[] language plpgsql as $$
declare
  award categories;
  revealed uuid[] := '{}';
begin
  perform from categories where trip_id = the_trip order by id for no key update;
  update categories c set votes_received = counted.votes
  from (
    select k.id, count(v.voter_id)::int votes from categories k left join votes v on v.category_id = k.id
    where k.trip_id = the_trip and k.completed_at is null and not k.is_sealed group by k.id
  ) counted
  where c.id = counted.id and c.votes_received <> counted.votes;

  for award in
    select c.* from categories c join trips t on t.id = c.trip_id
    where t.id = the_trip and c.completed_at is null and c.votes_received > 0
      and (c.closed_at is not null or c.votes_received >= t.crew_count)
      and not exists (select from nights n where n.trip_id = the_trip and n.over_at is null)
  loop
    perform complete_award(award.id, award.votes_received);
    revealed := revealed || award.id;
  end loop;
  return revealed;
end $$;

-- As before, but a departure changes nothing in awards that a night has sealed.
create or replace function remove_from_crew(the_trips uuid[], the_user uuid) returns uuid[] language plpgsql as $$
declare
  revealed uuid[] := '{}';
  the_trip uuid;
begin
  perform from categories where trip_id = any (the_trips) order by id for no key update;
  delete from trip_members where trip_id = any (the_trips) and user_id = the_user;
  delete from votes v using categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and c.completed_at is null and not c.is_sealed and v.voter_id = the_user;
  update votes v set nominee_id = null from categories c
    where c.id = v.category_id and c.trip_id = any (the_trips) and c.completed_at is null and not c.is_sealed and v.nominee_id = the_user;
  update nights set first_done = null where trip_id = any (the_trips) and closed_at is null and first_done = the_user;
  foreach the_trip in array the_trips loop
    revealed := revealed || settle_trip(the_trip);
  end loop;
  return revealed;
end $$;

-- Ends a night: its sealed awards become complete, with the counts of the close. The caller holds the locks as above.
create function publish_sealed(the_trip uuid) returns void language plpgsql as $$
begin
  insert into tallies (category_id, nominee_id, trip_id, votes)
    select y.category_id, y.nominee_id, the_trip, y.votes from sealed_tallies y join categories c on c.id = y.category_id
    where c.trip_id = the_trip;
  insert into standings (trip_id, user_id, votes)
    select the_trip, y.nominee_id, sum(y.votes) from sealed_tallies y join categories c on c.id = y.category_id
    where c.trip_id = the_trip group by y.nominee_id order by y.nominee_id
    on conflict (trip_id, user_id) do update set votes = standings.votes + excluded.votes;
  delete from sealed_tallies y using categories c where c.id = y.category_id and c.trip_id = the_trip;
  update categories set completed_at = now() where trip_id = the_trip and is_sealed and completed_at is null;
  update trips set complete_count = (select count(*) from categories where trip_id = the_trip and completed_at is not null)
    where id = the_trip;
  update nights set over_at = now() where trip_id = the_trip;
end $$;
