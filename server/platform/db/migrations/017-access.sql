-- The rules of access, each in one place: who asks, what they may do in a squad or on a trip, and which people they may see. The rule for
-- photos is in 018-trash.sql. Statements join these functions. PostgreSQL inlines each, because it is one stable SELECT in a FROM clause.

-- Returns the user of a live session, or no row. `token` is the SHA-256 of the session's token.
create function viewer_of(token bytea) returns table (user_id uuid) language sql stable as $$
  select s.user_id from sessions s where s.token_hash = token and s.expires_at > now()
$$;

-- Returns what a viewer may do in a squad, or on a trip and in its squad: pass one of the two ids, or the two ids of a photo. It returns
-- one row in any case; for a squad or a trip that does not exist, and for a visitor (null) in a private one, nothing is allowed.
create function rights_in(viewer uuid, the_squad uuid, the_trip uuid) returns table (
  squad_id uuid,
  trip_id uuid,
  role text,
  -- The squad is somebody's demo.
  is_demo boolean,
  is_public boolean,
  is_crew boolean,
  is_in_squad boolean,
  is_squad_admin boolean,
  -- May upload, like, download originals, edit the trip and its awards.
  is_member boolean,
  -- Runs the trip: its creator while they belong, and every admin of its squad.
  is_organizer boolean,
  may_invite boolean,
  may_see boolean
) language sql stable as $$
  select s.id, t.id, sm.role, s.demo_of is not null, f.is_public, f.is_crew, f.is_in_squad, f.is_squad_admin,
    f.is_crew or f.is_in_squad,
    f.is_squad_admin or (f.is_inside and t.created_by is not distinct from viewer),
    f.is_inside,
    f.is_crew or f.is_in_squad or f.is_public
  from (select the_squad as squad_id, the_trip as trip_id) place
    left join trips t on t.id = place.trip_id
    left join squads s on s.id = coalesce(place.squad_id, t.squad_id)
    left join squad_members sm on sm.squad_id = s.id and sm.user_id = viewer
    left join trip_members tm on tm.trip_id = t.id and tm.user_id = viewer
    cross join lateral (
      select coalesce(s.is_public, false) as is_public, tm.user_id is not null as is_crew, sm.user_id is not null as is_in_squad,
        sm.role is not distinct from 'admin' as is_squad_admin,
        -- Crew outside the trip's squad neither run the trip nor bring people into the squad.
        case when s.id is null then tm.user_id is not null else sm.user_id is not null end as is_inside
    ) f
$$;

-- Returns the trips that a person belongs to, as crew or by a squad.
create function trips_of(viewer uuid) returns table (trip_id uuid) language sql stable as $$
  select m.trip_id from trip_members m where m.user_id = viewer
  union select t.id from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = viewer
$$;

-- Returns a person if the viewer may know them: they are the same, they share a squad or a trip, or the person is in a public squad.
create function known_person(viewer uuid, person uuid) returns setof users language sql stable as $$
  select u.* from users u where u.id = person and viewer is not null and (
    u.id = viewer
    or exists (select from squad_members a join squads s on s.id = a.squad_id
      left join squad_members b on b.squad_id = a.squad_id and b.user_id = viewer
      where a.user_id = person and (s.is_public or b.user_id is not null))
    or exists (select from trip_members a join trip_members b on b.trip_id = a.trip_id and b.user_id = viewer where a.user_id = person))
$$;

-- Whether this code of an invite link opens a squad. A public squad needs no code, and a demo squad never opens. It compares hashes, so
-- that the time it takes says nothing about the code.
create function squad_opens(squad squads, code text) returns boolean language sql stable as $$
  select squad.demo_of is null and (squad.is_public
    or coalesce(sha256(convert_to(squad.invite_code, 'UTF8')) = sha256(convert_to(code, 'UTF8')), false))
$$;

-- As in 007-votes.sql; it now reads the session through `viewer_of`.
create or replace function cast_vote(token bytea, the_category uuid, the_nominee uuid) returns json language plpgsql as $$
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
