-- The bytes of originals that a person has uploaded, and those that a squad's galleries and the galleries of its trips hold, photos in
-- the trash included. Limits on space compare with these sums. They have tables of their own, so that an upload writes two small rows
-- and waits for nobody who edits a squad.
create table user_space (
  user_id uuid primary key references users on delete cascade,
  bytes bigint not null
)
-- Leaves room in each page, because every upload updates its rows in place.
with (fillfactor = 50);

create table squad_space (
  squad_id uuid primary key references squads on delete cascade,
  bytes bigint not null
)
with (fillfactor = 50);
