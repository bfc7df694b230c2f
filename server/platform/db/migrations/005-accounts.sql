-- Someone asked for a new password. The row is the same whether or not the address has an account; that is looked up when the mail
-- is written.
create table password_resets (
  id uuid primary key,
  email_key text not null,
  -- where its link leads: the address of this site as it was asked at
  origin text not null,
  -- these three are set when the mail is written
  user_id uuid references users on delete cascade,
  -- SHA-256 of the token in the link: a copy of this table opens no account
  token_hash bytea unique,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_of_address on password_resets (email_key, id);
create index password_resets_by_age on password_resets (created_at);

-- How much somebody has guessed lately: each guess moves `until` on, time alone brings it back.
create table guesses (
  -- SHA-256 of what is guessed at
  key bytea primary key,
  until timestamptz(3) not null
);
create index guesses_by_age on guesses (until);
