-- Decision 115: who did what, where and when. A row is written in the transaction of the change, and goes after 90 days. Votes, skips and
-- receipts have no row.
create table activity (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Where: a trip, or else a squad. Neither: it is for one person alone.
  trip_id uuid references trips on delete cascade,
  squad_id uuid references squads on delete cascade,
  -- Whom alone it is for.
  person_id uuid references people on delete cascade,
  -- Who did it. Nobody, for results.
  actor_id uuid references people on delete cascade,
  -- What it is about.
  media_id uuid references media on delete cascade,
  category_id uuid references categories on delete cascade,
  invitation_id uuid references invitations on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index activity_of_trip on activity (trip_id, created_at desc, id desc) where trip_id is not null;
create index activity_of_squad on activity (squad_id, created_at desc, id desc) where squad_id is not null;
create index activity_for_person on activity (person_id, created_at desc, id desc) where person_id is not null;
create index activity_by_actor on activity (actor_id) where actor_id is not null;
create index activity_of_photo on activity (media_id) where media_id is not null;
create index activity_of_award on activity (category_id) where category_id is not null;
create index activity_of_invitation on activity (invitation_id) where invitation_id is not null;
create index activity_by_age on activity (created_at);
