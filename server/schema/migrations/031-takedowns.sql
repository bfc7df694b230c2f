-- Decision 117: what happens while somebody asks for a photo to be taken down.
-- A photo that somebody asks to take down is 'held': it keeps its row and its file, and everything that asks for 'gallery' leaves it out.
-- The film of a Live Photo is held with its still and keeps its `still_id`.
alter table media add column held_at timestamptz(3);
alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check check (purpose in ('gallery', 'live', 'trash', 'held', 'profile', 'squad', 'trip'));
alter table media drop constraint media_live_check;
alter table media add constraint media_live_check check (purpose in ('trash', 'held') or (purpose = 'live') = (still_id is not null));
alter table media add constraint media_held_check check ((purpose = 'held') = (held_at is not null));
-- A held photo is still in its album: the same bytes do not come in beside it.
drop index same_bytes_in_trip;
drop index same_bytes_in_squad;
create unique index same_bytes_in_trip on media (trip_id, sha256) where purpose in ('gallery', 'live', 'held') and trip_id is not null;
create unique index same_bytes_in_squad on media (squad_id, sha256) where purpose in ('gallery', 'live', 'held') and trip_id is null;
create index held_of_trip on media (trip_id, held_at desc, id desc) where purpose = 'held';
create index held_of_squad on media (squad_id, held_at desc, id desc) where purpose = 'held';

create table takedown_requests (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  -- Null once the account of the person is gone.
  user_id uuid references people on delete set null,
  reason text check (char_length(reason) <= 300),
  asked_at timestamptz(3) not null default now(),
  -- Null while the request is open. 'lapsed': nobody answered it in time.
  outcome text check (outcome in ('kept', 'deleted', 'lapsed')),
  -- Null for a request that lapsed, and once the account of the organizer is gone.
  decided_by uuid references people on delete set null,
  unique (media_id, user_id)
);
create index takedown_requests_of_person on takedown_requests (user_id) where user_id is not null;
create index takedown_decisions_of_person on takedown_requests (decided_by) where decided_by is not null;
create index open_takedown_requests on takedown_requests (asked_at) where outcome is null;

-- People who may not ask for photos of a squad and its trips to be taken down.
create table takedown_bans (
  squad_id uuid not null references squads on delete cascade,
  user_id uuid not null references people on delete cascade,
  primary key (squad_id, user_id)
);
create index takedown_bans_of_person on takedown_bans (user_id);
