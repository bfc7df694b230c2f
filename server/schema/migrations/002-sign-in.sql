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
  expires_at timestamptz(3) not null,
  -- The owner's password was typed in this session, to prove that the owner acts.
  proved_at timestamptz(3),
  -- How often the person left a squad or crew, or was removed from one, during this session. Their browser keeps the number in a cookie.
  departures int not null default 0
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_use on sessions (last_seen_at);

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
  created_at timestamptz(3) not null default now()
);
create index email_links_of_user on email_links (user_id, created_at);
create index email_links_to_address on email_links (email_key, created_at);
create index email_links_by_age on email_links (created_at);

-- Letters that tell a person what changed in the security of their account. Each has one link that ends all sessions.
create table account_alerts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  what text not null check (what in
    ('password', 'passkey', 'passkey-removed', 'link', 'link-removed', 'email', 'browser', 'guesses')),
  -- The name of the passkey, provider or browser, or the new address.
  detail text,
  -- The address of the account, or the former one if the address changed.
  email text not null,
  -- The address of this site; the link leads there.
  origin text not null,
  -- SHA-256 of the token in the link. Null until the mail is written, and after the link was used.
  token_hash bytea unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '7 days'
);
create index account_alerts_of_user on account_alerts (user_id);
create index account_alerts_by_expiry on account_alerts (expires_at);

-- The networks from which a person has signed in. Guesses from other networks cannot use up the tries of these.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  -- A keyed hash of the network, the person and the hash of their password; no address.
  network bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, network)
);

-- Limits how often somebody may guess a password, or ask for other things that are limited: each try moves `until` forward, and
-- only time lets it fall behind again.
create table guesses (
  -- SHA-256 of what is limited.
  key bytea primary key,
  until timestamptz(3) not null
);
create index guesses_by_age on guesses (until);

-- A person at an identity provider (OpenID Connect) and their account here: one account per person there, and one person there per
-- account.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  issuer text not null,
  -- The provider's permanent name for the person. Their address can change, this cannot.
  subject text not null,
  -- The address that the provider last reported, by which the owner recognises it.
  email text,
  created_at timestamptz(3) not null default now(),
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- The tokens for the photo library of such a person. Both are encrypted with a key that is not in this database.
create table identity_tokens (
  identity_id uuid primary key references identities on delete cascade,
  scope text not null,
  access_token bytea not null,
  access_expires_at timestamptz(3) not null,
  refresh_token bytea,
  -- The request, on one of all servers, that fetches a new access token. The others wait for it until the lease ends.
  lease uuid,
  lease_until timestamptz(3)
);

-- A visit to the identity provider that has not returned yet: it may return once, within ten minutes, in the same browser and session.
create table identity_flows (
  -- SHA-256 of the state that comes back.
  state_hash bytea primary key,
  -- SHA-256 of the browser's cookie.
  browser_hash bytea not null,
  -- SHA-256 of the session's token. Null when a visitor began it.
  session_hash bytea,
  issuer text not null,
  purpose text not null check (purpose in ('sign-in', 'link')),
  with_photos boolean not null,
  -- The page to return to.
  back text not null,
  expires_at timestamptz(3) not null
);
create index identity_flows_by_expiry on identity_flows (expires_at);
