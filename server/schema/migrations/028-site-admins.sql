-- Decision 113: who runs the site, what they see of it, and how long their proof lasts.
-- The owner used a passkey in this session, to prove that the owner acts.
alter table sessions add column passkey_proved_at timestamptz(3);

-- What site admins did. An action stays without a name when an account goes.
create table admin_actions (
  id uuid primary key,
  action text not null,
  -- The command on the server's machine did it, and not somebody on the admin page.
  is_operator boolean not null default false,
  admin_id uuid references people on delete set null,
  -- Whom it concerned.
  person_id uuid references people on delete set null,
  -- The name of a queue, or the message of the switch.
  detail text,
  done_at timestamptz(3) not null default now()
);
create index admin_actions_of_admin on admin_actions (admin_id) where admin_id is not null;
create index admin_actions_about_person on admin_actions (person_id, id) where person_id is not null;

-- One row while the site is read-only, none otherwise.
create table read_only (
  is_on boolean primary key default true check (is_on),
  since timestamptz(3) not null default now(),
  message text
);

-- Mails that were given up, for 30 days.
create table bounced_mails (
  id uuid primary key,
  kind text not null,
  letter_id text not null,
  -- The person whose account has the address.
  person_id uuid references people on delete cascade,
  -- With most of its first part hidden.
  address text not null,
  reason text not null,
  bounced_at timestamptz(3) not null default now(),
  unique (kind, letter_id)
);
create index bounced_mails_to_person on bounced_mails (person_id) where person_id is not null;
create index bounced_mails_by_age on bounced_mails (bounced_at);

-- The last lines of the security logs of all servers, without IP addresses.
create table security_lines (
  id uuid primary key,
  logged_at timestamptz(3) not null,
  event text not null,
  -- The person whom the line is about, who may be gone.
  account uuid,
  fields jsonb not null
);

-- Site admins search people by the beginning of a name.
create index people_by_name on people (lower(first_name || ' ' || last_name) text_pattern_ops);
create index people_by_last_name on people (lower(last_name) text_pattern_ops);
