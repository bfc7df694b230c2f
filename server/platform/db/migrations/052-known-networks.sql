-- The networks from which a person has signed in. Guesses from other networks cannot use up the tries of these.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  -- A keyed hash of the network, the person and the hash of their password; no address.
  network bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, network)
);

-- A letter also tells the owner of guesses at the password.
alter table account_alerts drop constraint account_alerts_what_check;
alter table account_alerts add constraint account_alerts_what_check check (what in
  ('password', 'passkey', 'passkey-removed', 'link', 'link-removed', 'email', 'browser', 'guesses'));
