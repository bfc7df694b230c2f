-- Decision 103: why an expected person is no member yet.
-- People whom a squad expects. Each has no session. Somebody who takes the name becomes that person.
create table expected_people (
  person_id uuid primary key references people on delete cascade,
  squad_id uuid not null references squads on delete cascade,
  added_by uuid references people on delete set null,
  created_at timestamptz(3) not null default now()
);
create index expected_in_squad on expected_people (squad_id, person_id);
create index expected_by_adder on expected_people (added_by) where added_by is not null;

-- Nominees are the whole crew; voters are those of it who can vote.
alter table trip_members add column may_vote boolean not null default true;
alter table trips add column voter_count int not null default 0;
update trips set voter_count = crew_count;
alter table crew_changes rename column crew_count to voters;
