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

-- How many mails a person has sent to others, counted for a day. Rows outlive the squads and trips of the mails, because anyone can delete
-- and recreate those.
create table mails_of_people (
  id uuid primary key,
  sender_id uuid not null references users on delete cascade,
  kind text not null,
  mails integer not null check (mails > 0),
  created_at timestamptz(3) not null default now()
);
create index mails_of_people_of_sender on mails_of_people (sender_id, created_at);
create index mails_of_people_by_age on mails_of_people (created_at);

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
