-- Decision 124: requests that were done, for a browser that sends one again because it got no answer.
-- A row says nothing of what the request did: both hashes need the key, which only the browser had. Votes look like everything else, and a
-- day says nothing of who answered first.
create table sent_keys (
  person_id uuid not null references people on delete cascade,
  -- SHA-256 of the key.
  key_hash bytea not null,
  -- HMAC under the key, of the call and what it names; of a vote without the choice.
  request_hash bytea not null,
  sent_on date not null default current_date,
  primary key (person_id, key_hash)
);
create index sent_keys_by_day on sent_keys (sent_on);

-- It takes a key by now.
drop function if exists cast_vote(bytea, uuid, uuid);
