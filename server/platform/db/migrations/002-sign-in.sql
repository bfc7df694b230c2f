create table sessions (
  -- SHA-256 of the token: a copy of this table opens no account.
  token_hash bytea primary key,
  -- Names the session to its owner, who can end it from another device.
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references users on delete cascade,
  -- The browser and system as the owner is shown them ("Firefox on Windows"). Nothing else is kept of the browser.
  device text,
  -- To the hour.
  last_seen_at timestamptz(3) not null default date_trunc('hour', now()),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  -- In the COSE format.
  public_key bytea not null,
  -- Counts signatures, where the authenticator does. It never decreases.
  counter bigint not null,
  -- How a browser can reach the authenticator: a hint for the next sign-in.
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id);

-- What an authenticator is asked to sign: valid once, for five minutes, in the browser that asked.
create table passkey_challenges (
  -- SHA-256 of the browser's cookie.
  browser bytea primary key,
  challenge bytea not null,
  -- The person who adds a passkey. Null when a visitor signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Requests for a new password. A request for an address without an account makes the same row; the account is looked up when the
-- mail is written.
create table password_resets (
  id uuid primary key,
  email_key text not null,
  -- The address of this site at the request; the link in the mail leads there.
  origin text not null,
  -- These three are set when the mail is written.
  user_id uuid references users on delete cascade,
  -- SHA-256 of the token in the link: a copy of this table opens no account.
  token_hash bytea unique,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_of_address on password_resets (email_key, id);
create index password_resets_by_age on password_resets (created_at);

-- Links by which people show that mail to an address reaches them: to their present address, or to the one they want instead.
create table email_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  email_key text not null,
  -- The account takes this address when the link is used.
  is_change boolean not null,
  -- The address of this site at the request; the link leads there.
  origin text not null,
  -- SHA-256 of the token in the link. Null until the mail is written, and after the link was used or replaced.
  token_hash bytea unique,
  expires_at timestamptz(3),
  -- The link was used, replaced by a newer one, or called off.
  ended_at timestamptz(3),
  -- The previous address of the account, which is told of the change.
  former_email text,
  created_at timestamptz(3) not null default now()
);
create index email_links_of_user on email_links (user_id, created_at);
create index email_links_to_address on email_links (email_key, created_at);
create index email_links_by_age on email_links (created_at);

-- Limits how often somebody may guess a password, or ask for other things that are limited: each try moves `until` forward, and
-- only time lets it fall behind again.
create table guesses (
  -- SHA-256 of what is limited.
  key bytea primary key,
  until timestamptz(3) not null
);
create index guesses_by_age on guesses (until);
