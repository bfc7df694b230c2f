-- Decision 097: why people take part without an account.
alter table users rename to people;

create table accounts (
  person_id uuid primary key references people on delete cascade,
  email text not null,
  -- The address in lower case: two accounts may not differ in case alone.
  email_key text not null unique,
  -- The time when its owner showed that mail to this address reaches them. Null until then.
  email_confirmed_at timestamptz(3),
  -- Null for people who sign in without a password.
  password_hash text,
  -- The account has been given a demo squad once. It gets no second one, also after its person removed it.
  had_demo boolean not null default false,
  -- The person has accepted a personal invitation: somebody who may invite has vouched for them.
  was_invited boolean not null default false,
  created_at timestamptz(3) not null default now()
);

-- The invented people of demo squads have no account.
insert into accounts (person_id, email, email_key, email_confirmed_at, password_hash, had_demo, was_invited, created_at)
select id, email, email_key, email_confirmed_at, password_hash, had_demo, was_invited, created_at from people where demo_squad_id is null;

alter table people
  drop column email, drop column email_key, drop column email_confirmed_at, drop column password_hash,
  drop column had_demo, drop column was_invited;
