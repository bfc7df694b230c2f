-- Decision 122: browsers that get pushes. One belongs to a session and ends with it.
create table push_devices (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  -- The address at its push service. Whoever has it and the site's key can send to this browser.
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  name text not null,
  -- The tags of pushes that it has shown since the person last looked at the inbox.
  shown text[] not null default '{}',
  added_at timestamptz(3) not null default now()
);
create index push_devices_of_person on push_devices (person_id, added_at desc, id desc);
create index push_devices_of_session on push_devices (session_id);

alter table inbox_settings add column no_push text[] not null default '{}';
-- Pushes name no person, trip, squad or award.
alter table inbox_settings add column is_discreet boolean not null default false;
