-- The rules of access, each in one place: who asks, what they may do in a squad or on a trip and with a photo, and which people they may
-- see. Statements join these functions. PostgreSQL inlines each, because it is one stable SELECT in a FROM clause.

-- Returns the user of a live session and its departures, or no row. `token` is the SHA-256 of the session's token. The session of a screen
-- has no user, so it gets no row.
create or replace function viewer_of(token bytea) returns table (user_id uuid, departures int) language sql stable as $$
  select s.user_id, s.departures from sessions s where s.token_hash = token and s.expires_at > now() and s.user_id is not null
$$;

-- Returns what a viewer may do in a squad, or on a trip and in its squad: pass one of the two ids, or the two ids of a photo. It returns
-- one row in any case; for a squad or a trip that does not exist, and for a visitor (null) in a private one, nothing is allowed.
create or replace function rights_in(viewer uuid, the_squad uuid, the_trip uuid) returns table (
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
create or replace function trips_of(viewer uuid) returns table (trip_id uuid) language sql stable as $$
  select m.trip_id from trip_members m where m.user_id = viewer
  union select t.id from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = viewer
$$;

-- Returns a person if the viewer may know them: they are the same, they share a squad or a trip, or the person is in a public squad.
create or replace function known_person(viewer uuid, person uuid) returns setof people language sql stable as $$
  select u.* from people u where u.id = person and viewer is not null and (
    u.id = viewer
    or exists (select from squad_members a join squads s on s.id = a.squad_id
      left join squad_members b on b.squad_id = a.squad_id and b.user_id = viewer
      where a.user_id = person and (s.is_public or b.user_id is not null))
    or exists (select from trip_members a join trip_members b on b.trip_id = a.trip_id and b.user_id = viewer where a.user_id = person))
$$;

-- Whether this code invites to a squad: it is the code of its link, or of an open invitation by mail. Nobody is invited to a demo squad. It
-- compares hashes, so that the time it takes says nothing about the code.
create or replace function is_invited_to(squad squads, code text) returns boolean language sql stable as $$
  select squad.demo_of is null and code is not null and (
    sha256(convert_to(squad.invite_code, 'UTF8')) = sha256(convert_to(code, 'UTF8'))
    or exists (select from invitation_codes c join invitations i on i.id = c.invitation_id
      where c.code_hash = sha256(convert_to(code, 'UTF8')) and i.squad_id = squad.id and i.ended_at is null and i.expires_at > now()))
$$;

-- Whether this code of an invite link opens a squad. A public squad needs no code, and a demo squad never opens.
create or replace function squad_opens(squad squads, code text) returns boolean language sql stable as $$
  select squad.demo_of is null and (squad.is_public
    or coalesce(sha256(convert_to(squad.invite_code, 'UTF8')) = sha256(convert_to(code, 'UTF8')), false))
$$;

-- Returns the members whom the page of an invitation shows: the first five, unless an admin shows none.
create or replace function crew_shown_by(the_squad uuid) returns setof people language sql stable as $$
  select u.* from squads s join squad_members m on m.squad_id = s.id join people u on u.id = m.user_id
  where s.id = the_squad and s.shows_crew order by m.id limit 5
$$;

-- Returns who sent the open invitation by mail that has this code, unless an admin shows nobody. Whoever leaves the place is not returned.
create or replace function inviter_shown_by(code text) returns setof people language sql stable as $$
  select u.* from invitation_codes c join invitations i on i.id = c.invitation_id join people u on u.id = i.inviter_id
    left join squads s on s.id = i.squad_id
    left join squad_members sm on sm.squad_id = i.squad_id and sm.user_id = i.inviter_id
    left join trip_members tm on i.squad_id is null and tm.trip_id = i.trip_id and tm.user_id = i.inviter_id
  where c.code_hash = sha256(convert_to(code, 'UTF8')) and i.ended_at is null and i.expires_at > now()
    and coalesce(s.shows_crew, true) and (sm.id is not null or tm.id is not null)
$$;

-- Whether a person asks for this photo to be taken down, and nobody has answered yet.
create or replace function asks_for(person uuid, the_photo uuid) returns boolean language sql stable as $$
  select exists (select from takedown_requests q where q.media_id = the_photo and q.user_id = person and q.outcome is null)
$$;

-- Returns what a viewer may do with a photo or another picture. `invite` is the code of a squad's invite link, or null. A photo in the
-- trash is for the person who deleted it and the organizers, who may restore it. A held photo is for its uploader, for those who ask for it
-- to be taken down, and for the organizers, who decide.
create or replace function media_rights(viewer uuid, the_media uuid, invite text) returns table (
  squad_id uuid,
  trip_id uuid,
  is_uploader boolean,
  is_member boolean,
  is_organizer boolean,
  -- May look at its renditions.
  may_see boolean,
  may_have_original boolean,
  -- Anyone may look, so a shared cache may keep it for a while.
  is_open_to_all boolean
) language sql stable as $$
  select m.squad_id, m.trip_id, own.is_uploader, r.is_member, r.is_organizer,
    case m.purpose
      when 'gallery' then r.may_see
      when 'live' then r.is_member
      when 'trash' then r.is_organizer or (r.is_member and m.trashed_by is not distinct from viewer)
      when 'held' then r.is_organizer or (r.is_member and (own.is_uploader or asks_for(viewer, coalesce(m.still_id, m.id))))
      when 'profile' then own.is_uploader or exists (
        select from known_person(viewer, m.uploader_id) u where u.profile_image_url = '/objects/' || m.id)
        or exists (select from squad_members sm join squads s on s.id = sm.squad_id cross join lateral crew_shown_by(s.id) u
          where sm.user_id = m.uploader_id and is_invited_to(s, invite) and u.profile_image_url = '/objects/' || m.id)
        or exists (select from inviter_shown_by(invite) u where u.id = m.uploader_id and u.profile_image_url = '/objects/' || m.id)
      when 'squad' then case when m.squad_id is null then own.is_uploader
        else r.may_see or exists (select from squads s where s.id = m.squad_id and (squad_opens(s, invite) or is_invited_to(s, invite))) end
      when 'trip' then case when m.trip_id is null then own.is_uploader
        else r.is_member or (r.is_public and viewer is not null) end
    end,
    case when m.purpose = 'profile' then own.is_uploader
      else r.is_member or (m.squad_id is null and m.trip_id is null and own.is_uploader) end,
    m.purpose in ('gallery', 'squad') and r.is_public
  from media m
    cross join lateral rights_in(viewer, m.squad_id, m.trip_id) r
    cross join lateral (select viewer is not null and m.uploader_id is not distinct from viewer as is_uploader) own
  where m.id = the_media
$$;
