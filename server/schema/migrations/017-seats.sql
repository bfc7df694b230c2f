-- Decision 102: how a link gives a seat.
alter table squads
  -- The squad's link gives seats. A squad that was here before decides that for itself.
  add column takes_seats boolean not null default false,
  -- The card of an invitation shows the first names and faces of members, and the next trip.
  add column shows_crew boolean not null default true,
  -- When an admin last let in people who waited. The count of an hour starts again there.
  add column let_in_at timestamptz(3);
alter table squads alter column takes_seats set default true;

-- How people came who sat down without an account. The row stays when the person keeps the seat with an account.
create table seats (
  person_id uuid primary key references people on delete cascade,
  squad_id uuid not null references squads on delete cascade,
  -- The browser and system, as in `sessions`.
  device text,
  -- SHA-256 of a key that the browser chose: the same request again gives the same seat.
  key_hash bytea not null unique,
  sat_at timestamptz(3) not null default now(),
  -- The person waits until an admin lets them in, and is no member before.
  is_waiting boolean not null default false,
  -- The admin who last made a personal link for this person, and when.
  link_made_by uuid references people on delete set null,
  link_made_at timestamptz(3)
);
create index seats_by_link_maker on seats (link_made_by) where link_made_by is not null;
create index seats_of_squad on seats (squad_id, sat_at);

-- Links by which people without an account come back: one that they copied, and one that was mailed to them.
create table seat_links (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  is_mailed boolean not null,
  -- Where the link is mailed to, and the address of this site that it leads to. Null once the mail is delivered or given up.
  email text,
  origin text,
  -- SHA-256 of the secret in the link: a copy of this table opens nothing. Null until the mail is written.
  token_hash bytea unique,
  created_at timestamptz(3) not null default now(),
  unique (person_id, is_mailed)
);
