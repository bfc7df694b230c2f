-- Decision 104: who votes where only confirmed people do.
-- Seats vote on the awards of this trip only once they are kept or confirmed.
alter table trips add column confirmed_only boolean not null default false;
-- The admin who confirmed that this seat is who they say, for the trips of its squad, and when.
alter table seats add column confirmed_by uuid references people on delete set null;
alter table seats add column confirmed_at timestamptz(3);
create index seats_by_confirmer on seats (confirmed_by) where confirmed_by is not null;
