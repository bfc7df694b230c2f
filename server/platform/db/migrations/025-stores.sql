-- The stores of files that belong to this site. A store holds a mark with its id and the token here, so that nobody who looks at
-- another database, or at a copy of this one, removes what that one does not know.
create table stores (
  id uuid primary key,
  token uuid not null,
  -- On its way into the store: until it is known to be there, both tokens count.
  next_token uuid,
  -- Which database wrote this row: in one restored from a dump it names another one.
  written_in text not null,
  turned_at timestamptz(3) not null default now()
);
