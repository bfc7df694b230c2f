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
