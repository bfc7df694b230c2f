-- The counts of this award would tell who chose whom, or its night does not show them: in place of counts, it stores 1 for its last rank,
-- 2 for the one above it, and so on.
alter table categories add column hides_counts boolean not null default false;

-- As before, but an award with fewer answers than `min_voters`, or of a night that shows no counts, keeps its ranks alone.
drop function seal_awards;
create function seal_awards(the_trip uuid, min_voters int) returns void language plpgsql as $$
declare
  in_awards uuid[];
  voters uuid[];
  all_receipts receipts[];
begin
  update categories c set hides_counts = true from nights n
    where c.trip_id = the_trip and n.trip_id = the_trip and c.completed_at is null
      and (not n.shows_counts or (select count(*) from votes v where v.category_id = c.id) < min_voters);
  insert into sealed_tallies (category_id, nominee_id, votes)
    select c.id, v.nominee_id, case when c.hides_counts then dense_rank() over (partition by c.id order by count(*)) else count(*) end
    from categories c join votes v on v.category_id = c.id
    where c.trip_id = the_trip and c.completed_at is null and v.nominee_id is not null group by c.id, v.nominee_id order by 1, 2;
  select array_agg(v.category_id order by v.category_id, v.voter_id), array_agg(v.voter_id order by v.category_id, v.voter_id)
    into in_awards, voters
    from categories c join votes v on v.category_id = c.id where c.trip_id = the_trip;
  delete from votes v using categories c where c.id = v.category_id and c.trip_id = the_trip;
  insert into votes (category_id, voter_id, nominee_id) select category, voter, null from unnest(in_awards, voters) x(category, voter);

  update receipts r set author_id = null, hearts = (select count(*) from receipt_hearts h where h.receipt_id = r.id)
    where r.trip_id = the_trip;
  select array_agg(r order by r.id) into all_receipts from receipts r where r.trip_id = the_trip;
  delete from receipts where trip_id = the_trip;
  insert into receipts select x.* from unnest(all_receipts) x;

  update categories c set is_sealed = true, closed_at = coalesce(c.closed_at, now()),
    votes_received = case when c.completed_at is null then (select count(*) from votes v where v.category_id = c.id) else c.votes_received end
    where c.trip_id = the_trip;
  update nights set closed_at = now() where trip_id = the_trip;
end $$;

-- The awards of nights that are closed already. Five is the limit of this release.
update categories c set hides_counts = true from nights n
  where n.trip_id = c.trip_id and n.closed_at is not null and (c.completed_at is null or c.completed_at > n.closed_at)
    and (not n.shows_counts or c.votes_received < 5);
update sealed_tallies y set votes = r.place from (
  select category_id, nominee_id, dense_rank() over (partition by category_id order by votes) as place from sealed_tallies
) r where r.category_id = y.category_id and r.nominee_id = y.nominee_id
  and exists (select from categories c where c.id = y.category_id and c.hides_counts);
update tallies y set votes = r.place from (
  select category_id, nominee_id, dense_rank() over (partition by category_id order by votes) as place from tallies
  where category_id in (select id from categories where hides_counts)
) r where r.category_id = y.category_id and r.nominee_id = y.nominee_id;
update standings s set votes = (select sum(y.votes) from tallies y where y.trip_id = s.trip_id and y.nominee_id = s.user_id)
  where s.trip_id in (select trip_id from categories where hides_counts and completed_at is not null);
