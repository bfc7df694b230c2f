-- A session can be named, to be ended from elsewhere. Of the browser only what its owner is shown is kept ("Firefox on Windows"),
-- of its address nothing, and of when it was used the hour.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column device text,
  add column last_seen_at timestamptz(3);
update sessions set last_seen_at = date_trunc('hour', created_at);
alter table sessions
  alter column last_seen_at set default date_trunc('hour', now()),
  alter column last_seen_at set not null;

-- Links by which people show that mail to an address reaches them: to the address they have, or to the one they want instead.
create table email_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  email_key text not null,
  -- the account takes this address when the link is used
  is_change boolean not null,
  -- where the link leads: the address of this site as it was asked at
  origin text not null,
  -- SHA-256 of the token in the link; null until the mail is written, and after it was used or replaced
  token_hash bytea unique,
  expires_at timestamptz(3),
  -- replaced by a newer one, used, or called off
  ended_at timestamptz(3),
  -- the address that the account had before, to be told of the change
  former_email text,
  created_at timestamptz(3) not null default now()
);
create index email_links_of_user on email_links (user_id, created_at);
create index email_links_to_address on email_links (email_key, created_at);
create index email_links_by_age on email_links (created_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  -- COSE
  public_key bytea not null,
  -- of signatures made, where the authenticator counts them; it never goes back
  counter bigint not null,
  -- how a browser may reach it: a hint for the next time
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id);

-- What an authenticator was asked to sign: good once, for five minutes, in the browser that asked.
create table passkey_challenges (
  -- SHA-256 of what that browser's cookie holds
  browser bytea primary key,
  challenge bytea not null,
  -- whose session asked, to add a passkey; null: somebody wants to sign in
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
