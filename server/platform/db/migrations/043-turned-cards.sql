-- As before, but a turned card is no change: only the show's own page has its position.
create or replace function night_shown() returns trigger language plpgsql as $$
declare
  before nights := old;
begin
  if tg_op = 'UPDATE' then
    before.position := new.position;
    before.card_at := new.card_at;
    if before is not distinct from new then
      return null;
    end if;
  end if;
  perform trips_changed(array[coalesce(new.trip_id, old.trip_id)]);
  return null;
end $$;
