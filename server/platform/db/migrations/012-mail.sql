-- The last mail that reminded a person of a crew to vote.
create table vote_reminders (
  id uuid not null unique,
  trip_id uuid not null references trips on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The address of this site; the link leads there.
  origin text not null,
  -- The person who had it sent. They hear when it does not arrive, and a limit counts what they sent.
  asked_by uuid references users on delete set null,
  sent_at timestamptz(3) not null default now(),
  primary key (trip_id, user_id)
);
create index vote_reminders_of_user on vote_reminders (user_id);
create index vote_reminders_asked_by on vote_reminders (asked_by, sent_at);

-- Tells a person once that a mail which they had sent reached nobody.
create table mail_notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  who text not null,
  reason text not null,
  created_at timestamptz(3) not null default now()
);
create index mail_notices_of_user on mail_notices (user_id, id);

-- Addresses that want no mail which they did not ask for.
create table no_mail (
  -- A keyed hash of the address.
  address_hash bytea primary key,
  since timestamptz(3) not null default now()
);

-- The number of mails that all servers together sent in each hour.
create table mail_hours (
  hour timestamptz primary key,
  sent integer not null
);
