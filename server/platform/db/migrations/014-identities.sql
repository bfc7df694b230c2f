-- Whom an identity provider vouches for: one account per person there, and one person there per account.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  issuer text not null,
  -- the provider's own lasting name for the person; addresses change, this does not
  subject text not null,
  -- as the provider last told it, for its owner to recognise
  email text,
  created_at timestamptz(3) not null default now(),
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- What opens the photo library of a linked person. Both tokens are sealed under a key that is not in this database.
create table identity_tokens (
  identity_id uuid primary key references identities on delete cascade,
  scope text not null,
  access_token bytea not null,
  access_expires_at timestamptz(3) not null,
  refresh_token bytea,
  -- who is fetching a new one at the moment, of all servers, and how long the others wait for it
  lease uuid,
  lease_until timestamptz(3)
);

-- Somebody went to the identity provider and is to come back: once, within ten minutes, in the same browser and session.
create table identity_flows (
  -- SHA-256 of the state that comes back
  state_hash bytea primary key,
  -- SHA-256 of what the browser's cookie holds
  browser_hash bytea not null,
  -- SHA-256 of the session's token; null: it was begun by a visitor
  session_hash bytea,
  issuer text not null,
  purpose text not null check (purpose in ('sign-in', 'link')),
  with_photos boolean not null,
  -- the page to return to
  back text not null,
  expires_at timestamptz(3) not null
);
create index identity_flows_by_expiry on identity_flows (expires_at);
