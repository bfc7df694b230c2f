-- Whatever is deleted, the rows that refer to it are found by an index: deleting one trip, squad or account must cost no look at
-- everybody else's photos and results.
create index tallies_of_trip on tallies (trip_id);
create index standings_of_user on standings (user_id);
create index trips_by_creator on trips (created_by) where created_by is not null;
create index uploads_of_user on uploads (user_id);

-- Covers too now: the same order as before, and no index more.
drop index recent_media_of_squad;
drop index recent_media_of_trip;
create index recent_media_of_squad on media (squad_id, id desc) where squad_id is not null;
create index recent_media_of_trip on media (trip_id, id desc) where trip_id is not null;
