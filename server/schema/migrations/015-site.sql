-- Keys that all servers share. The first server that needs one makes it.
create table secrets (
  name text primary key,
  value bytea not null
);

-- The file stores (a folder or a bucket) that belong to this site. A store holds a mark with its id. Together with `written_in` that tells
-- every database from the owner, but for a copy of its files. A server on another database removes no files.
create table stores (
  id uuid primary key,
  -- The database that wrote this row. In a database restored from a dump this names another one.
  written_in text not null
);
