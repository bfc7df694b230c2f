-- One file of one user between its upload and its registration as a photo or video. Its bytes are stored under the same id. A file that
-- arrives in one piece gets its row when all bytes are there, a file that arrives in pieces gets it at its announcement.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- In bytes: as announced, or counted in a file that came in one piece.
  size bigint,
  -- Of the whole file, as announced. Null when the sender did not say.
  sha256 bytea,
  -- The request that adds bytes at the moment. Its server renews this lease.
  holder uuid,
  held_until timestamptz(3),
  -- What the server found in the bytes, or why it refused them (a code and a sentence). Both are null until all bytes are there.
  found jsonb,
  refusal jsonb,
  -- The photo or video made of it. Null until it is registered.
  media_id uuid,
  created_at timestamptz(3) not null default now()
);
create index uploads_of_user on uploads (user_id);
create index uploads_unregistered on uploads (user_id) where media_id is null;
create index uploads_by_age on uploads (created_at);

-- Ids whose files are to be removed. A job removes the files, then the row.
create table unwanted_files (
  id uuid primary key,
  since timestamptz(3) not null default now()
);
create index unwanted_files_by_age on unwanted_files (since);
