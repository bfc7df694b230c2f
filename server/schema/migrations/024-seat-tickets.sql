-- Decision 106: tickets with which a seat goes into an account end with what they came from.
alter table seats
  -- Tickets that were made before are worth nothing: the person ended a session since, or a merge of the seat was undone.
  add column tickets_from timestamptz(3);
