-- The person has accepted a personal invitation: somebody who may invite has vouched for them.
alter table users add column was_invited boolean not null default false;
update users set was_invited = true where id in (select used_by from invitations);

-- The owner's password was typed in this session, to prove that the owner acts.
alter table sessions add column proved_at timestamptz(3);

-- Letters that tell a person what changed in the security of their account. Each has one link that ends all sessions.
create table account_alerts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  what text not null check (what in
    ('password', 'passkey', 'passkey-removed', 'link', 'link-removed', 'email', 'browser')),
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

-- The letter to the former address is one of these, too.
alter table email_links drop column former_email;
