-- Finds the most liked photo of a trip in one step, however many photos the trip has. Every like writes to this index.
create index best_liked_of_trip on media (trip_id, likes desc, taken_at, id) where purpose = 'gallery' and state = 'ready';

-- Returns the address of a trip's cover: its own photo, or else its most liked one, of equals the earliest. Null without photos.
create function cover_of(the_trip uuid, own_photo text) returns table (url text) language sql stable as $$
  select coalesce(own_photo, (
    select '/objects/' || m.id from media m where m.trip_id = the_trip and m.purpose = 'gallery' and m.state = 'ready'
    order by m.likes desc, m.taken_at, m.id limit 1))
$$;
