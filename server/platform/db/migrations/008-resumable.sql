-- A large file comes in pieces: its row is there from the beginning, with neither `found` nor `refusal` until all have come.
alter table uploads
  -- bytes: announced at the beginning, or counted in a file that came in one piece
  add column size bigint,
  -- of the whole, as announced; null when the sender did not say
  add column sha256 bytea,
  -- the request that adds to it at the moment; its server renews this while it does
  add column holder uuid,
  add column held_until timestamptz(3);

-- What somebody has brought and not put to use.
create index uploads_unregistered on uploads (user_id) where media_id is null;
