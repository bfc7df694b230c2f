-- Decision 081: a screen has a session of its own, which is nobody's. The screens that were on when this ran ask for a code again.
alter table sessions alter column user_id drop not null;
alter table sessions
  -- The trip whose night a screen shows. The end of the night's code ends the session. Null for a person's session.
  add column night_of uuid references tv_codes on delete cascade,
  add constraint sessions_of_one check (num_nonnulls(user_id, night_of) = 1);
create index sessions_of_night on sessions (night_of) where night_of is not null;
drop table tvs;
