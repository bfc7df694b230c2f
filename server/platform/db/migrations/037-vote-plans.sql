-- PL/pgSQL keeps the plans of a function's statements for a whole connection. On a young instance `votes` is empty, so these plans read the
-- whole table for each vote, and an evening of voting fills it. Without sequential scans they look up each row by its key at every size.
alter function cast_vote(bytea, uuid, uuid) set enable_seqscan = off;
