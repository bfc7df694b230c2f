-- Decision 109: the night of an example has no time. It closes when everybody has answered.
alter table nights alter column starts_at drop not null;
-- The nights that a server looks for which ended between the last answer and the close.
create index nights_without_time on nights (trip_id) where starts_at is null and closed_at is null;
