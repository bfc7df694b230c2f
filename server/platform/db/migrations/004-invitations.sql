-- One invitation by mail: one address, one place, one use. Kept for the thirty days that it is good for, so that it can be counted.
create table invitations (
  id uuid primary key,
  -- what it lets in to: a squad, a trip and its squad, or a trip that has none
  squad_id uuid references squads on delete cascade,
  trip_id uuid references trips on delete cascade,
  place_id uuid not null generated always as (coalesce(trip_id, squad_id)) stored,
  email_key text not null,
  inviter_id uuid not null references users on delete cascade,
  message text not null,
  -- where the link leads, without a slash at the end
  origin text not null,
  -- SHA-256 of the code in the link; null until the mail is written
  code_hash bytea unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid references users on delete set null,
  -- replaced by a newer one, or taken back
  ended_at timestamptz(3)
);
create unique index open_invitations on invitations (place_id, email_key) where used_at is null and ended_at is null;
create index invitations_to_address on invitations (email_key, created_at);
create index invitations_of_inviter on invitations (inviter_id, created_at);
create index invitations_to_squad on invitations (squad_id, created_at);
create index invitations_to_trip on invitations (trip_id, created_at);
create index invitations_used_by on invitations (used_by);
create index invitations_by_expiry on invitations (expires_at);

-- A new code is a new door: nothing that was handed out before opens it.
create function end_invitations_to_squad() returns trigger language plpgsql as $$
begin
  update invitations set ended_at = now() where squad_id = new.id and ended_at is null;
  return null;
end $$;
create trigger squads_new_code after update of invite_code on squads
  for each row when (old.invite_code is distinct from new.invite_code) execute function end_invitations_to_squad();

-- Who no longer belongs invites nobody.
create function end_invitations_of_member() returns trigger language plpgsql as $$
begin
  update invitations set ended_at = now()
    where inviter_id = old.user_id and squad_id = old.squad_id and ended_at is null;
  return null;
end $$;
create trigger squad_members_gone after delete on squad_members for each row execute function end_invitations_of_member();

-- A trip without a squad has no code to renew: what would bring back whoever left ends with them.
create function end_invitations_of_crew() returns trigger language plpgsql as $$
begin
  update invitations set ended_at = now()
    where trip_id = old.trip_id and squad_id is null and ended_at is null
      and (inviter_id = old.user_id or used_by = old.user_id or email_key = (select email_key from users where id = old.user_id));
  return null;
end $$;
create trigger trip_members_gone after delete on trip_members for each row execute function end_invitations_of_crew();

-- When someone on a crew was last asked by mail to vote.
create table vote_reminders (
  id uuid not null unique,
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  origin text not null,
  sent_at timestamptz(3) not null default now(),
  primary key (trip_id, user_id)
);
create index vote_reminders_of_user on vote_reminders (user_id);
