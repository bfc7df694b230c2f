-- Finds the oldest example squads, which end after 60 days.
create index demo_squads on squads (created_at) where demo_of is not null;
