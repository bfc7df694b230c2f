-- Invitations by mail: one address, one squad or trip, one use. A row is kept for the thirty days that the invitation is valid, also
-- after its use, because invitations are counted.
create table invitations (
  id uuid primary key,
  -- A squad, a trip with its squad, or a trip that has no squad.
  squad_id uuid references squads on delete cascade,
  trip_id uuid references trips on delete cascade,
  place_id uuid not null generated always as (coalesce(trip_id, squad_id)) stored,
  email_key text not null,
  inviter_id uuid not null references users on delete cascade,
  message text not null,
  -- The address of this site without a slash at the end; the link leads there.
  origin text not null,
  -- What happened to the mail, for the inviter, and the mail server's reason if it refused the mail.
  mail text not null default 'waiting' check (mail in ('waiting', 'sent', 'undelivered', 'unwanted')),
  mail_reason text,
  used_at timestamptz(3),
  used_by uuid references users on delete set null,
  -- The account that somebody registered with the invitation. It alone may join by it, and nobody registers with it again, also after the
  -- account was deleted.
  claimed_at timestamptz(3),
  claimed_by uuid references users on delete set null,
  -- The invitation was replaced by a newer one, taken back, or ended by a trigger.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index open_invitations on invitations (place_id, email_key) where used_at is null and ended_at is null;
create index invitations_to_address on invitations (email_key, created_at);
create index invitations_of_inviter on invitations (inviter_id, created_at);
create index invitations_to_squad on invitations (squad_id, created_at);
create index invitations_to_trip on invitations (trip_id, created_at);
create index invitations_used_by on invitations (used_by);
create index invitations_by_expiry on invitations (expires_at);
create index invitations_claimed_by on invitations (claimed_by);

-- The codes in the links of an invitation. A mail that was sent twice has two, and both are valid, because nobody knows which of the two
-- mails arrived. The invitation still lets in one person.
create table invitation_codes (
  -- SHA-256 of the code.
  code_hash bytea primary key,
  invitation_id uuid not null references invitations on delete cascade
);
create index invitation_codes_of_invitation on invitation_codes (invitation_id);
