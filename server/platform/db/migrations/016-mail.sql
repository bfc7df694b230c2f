-- What became of the mail that brings an invitation, for whoever sent it.
alter table invitations
  add mail text not null default 'waiting' check (mail in ('waiting', 'sent', 'undelivered', 'unwanted')),
  add mail_reason text;
update invitations set mail = 'sent' where code_hash is not null;

-- A mail that went out twice has two codes, and both count: nobody knows which of the two arrived. The invitation is good for one person.
create table invitation_codes (
  -- SHA-256 of the code in the link
  code_hash bytea primary key,
  invitation_id uuid not null references invitations on delete cascade
);
create index invitation_codes_of_invitation on invitation_codes (invitation_id);
insert into invitation_codes select code_hash, id from invitations where code_hash is not null;
alter table invitations drop column code_hash;

-- Who is told when it does not arrive; how many one person has sent.
alter table vote_reminders add asked_by uuid references users on delete set null;
create index vote_reminders_asked_by on vote_reminders (asked_by, sent_at);

-- What a person is to be told once: a mail of theirs reached nobody.
create table mail_notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  who text not null,
  reason text not null,
  created_at timestamptz(3) not null default now()
);
create index mail_notices_of_user on mail_notices (user_id, id);

-- Addresses that want no mail which they did not ask for, by a keyed hash.
create table no_mail (
  address_hash bytea primary key,
  since timestamptz(3) not null default now()
);

-- Mails of each hour, of all servers together.
create table mail_hours (
  hour timestamptz primary key,
  sent integer not null
);
