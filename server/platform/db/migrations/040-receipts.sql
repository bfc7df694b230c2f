-- Receipts: a photo, a video or a line of text that somebody attaches to a nominee of an award as proof.
create table receipts (
  -- Random, because the time in other ids would tell in which order receipts came.
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null references users on delete cascade,
  -- Known while the vote is open. `seal_awards` destroys it.
  author_id uuid references users on delete set null,
  media_id uuid references media on delete cascade,
  text text,
  -- `seal_awards` counts them; until then `receipt_hearts` has them.
  hearts int not null default 0,
  constraint receipts_have_one_content check ((media_id is null) <> (text is null))
);
create index receipts_of_trip on receipts (trip_id);
create index receipts_of_award on receipts (category_id, author_id);
create index receipts_of_nominee on receipts (nominee_id);
create index receipts_of_author on receipts (author_id) where author_id is not null;
create index receipts_of_media on receipts (media_id) where media_id is not null;

create table receipt_hearts (
  receipt_id uuid not null references receipts on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (receipt_id, user_id)
);
create index receipt_hearts_of_user on receipt_hearts (user_id);

-- Crew members who get no bonus award.
create table bonus_opt_outs (
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (trip_id, user_id)
);
create index bonus_opt_outs_of_user on bonus_opt_outs (user_id);

-- The rules of bonus awards that the organizers have switched off.
alter table nights add column bonus_rules_off text[] not null default '{}';

-- Closes the vote of a night: counts the open awards and destroys all choices of the trip. The rows of `votes` stay and say who took
-- part; they are written anew in the order of the voters' ids, so that their order says nothing. Receipts lose their authors and the names
-- behind their hearts, and are written anew in the order of their random ids for the same reason. The caller holds the locks on the awards
-- of the trip and on its night. An award with fewer answers than `min_voters`, or of a night that shows no counts, keeps its ranks alone.
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
