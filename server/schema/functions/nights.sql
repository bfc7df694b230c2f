-- Returns the stage of a night now; null without one. The vote is closed from the planned time on, before the job that seals it has run. A
-- night without a time is planned until it is sealed.
create or replace function stage_of(night nights) returns text language sql stable as $$
  select case when night.over_at is not null then 'over' when night.live_at is not null then 'live'
    when night.closed_at is not null or night.starts_at <= now() then 'closed' when night.trip_id is not null then 'planned' end
$$;

-- The time and stage of a night, as `NightTime` of the contract has them.
create or replace function time_of(night nights) returns json language sql stable as $$
  select json_build_object('startsAt', to_char(night.starts_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', night.time_zone,
    'stage', stage_of(night), 'overAt', to_char(night.over_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'noSelfVotes', night.no_self_votes)
$$;

-- Closes the vote of a night: ends the open awards and destroys all choices of the trip. Receipts lose their authors and the names behind
-- their hearts, and are written anew in the order of their random ids, so that their order says nothing. The caller holds the locks on the
-- awards of the trip and on its night.
create or replace function seal_awards(the_trip uuid) returns void language plpgsql as $$
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

-- Ends a night: its sealed awards become complete, with the counts of the close. The caller holds the same locks.
create or replace function publish_sealed(the_trip uuid) returns void language plpgsql as $$
begin
  perform publish_award(id) from categories where trip_id = the_trip and is_sealed and completed_at is null;
  update nights set over_at = now() where trip_id = the_trip;
end $$;
