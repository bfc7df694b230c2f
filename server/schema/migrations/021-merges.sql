-- Decision 106: why a merged person leaves a row here.
-- People who have become somebody else: a seat that went into an account or another seat, and an expected name that went into a member.
-- Results of complete awards and the cards of nights keep the id of such a person; `person_now` finds who that is.
create table merges (
  person_id uuid primary key,
  into_id uuid not null references people on delete cascade,
  -- Who may undo it for seven days. Null once their account is deleted.
  made_by uuid references people on delete set null,
  -- The squad whose admin did it. Null for a person who merged their own seat.
  squad_id uuid references squads on delete cascade,
  first_name text not null,
  made_at timestamptz(3) not null default now(),
  -- The rows that an undoing brings back, by table and column. Null once it is too late. It holds no ballot.
  taken jsonb
);
create index merges_into on merges (into_id);
create index merges_of on merges (made_by) where made_by is not null;
create index merges_in_squad on merges (squad_id) where squad_id is not null;
create index merges_to_undo on merges (made_at) where taken is not null;
