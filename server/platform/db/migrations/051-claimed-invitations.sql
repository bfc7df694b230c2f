-- The account that somebody registered with an invitation. It alone may join by it, and nobody registers with it again, also after the
-- account was deleted.
alter table invitations add column claimed_at timestamptz(3);
alter table invitations add column claimed_by uuid references users on delete set null;
create index invitations_claimed_by on invitations (claimed_by);
