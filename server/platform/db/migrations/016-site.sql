-- Keys that all servers share. The first server that needs one makes it.
create table secrets (
  name text primary key,
  value bytea not null
);

-- The file stores (a folder or a bucket) that belong to this site. A store holds a mark with its id and the token. A server on another
-- database, or on a copy of this one, finds that the two differ, and removes no files.
create table stores (
  id uuid primary key,
  token uuid not null,
  -- The token that a server is writing into the store. Until it is known to be there, both tokens are valid.
  next_token uuid,
  -- The database that wrote this row. In a database restored from a dump this names another one.
  written_in text not null,
  turned_at timestamptz(3) not null default now()
);
