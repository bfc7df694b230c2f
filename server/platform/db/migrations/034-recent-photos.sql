-- The latest photos of a squad or trip are found in the index alone, which now says what is a photo of the gallery.
drop index recent_media_of_trip;
drop index recent_media_of_squad;
create index recent_media_of_trip on media (trip_id, id desc) include (purpose) where trip_id is not null;
create index recent_media_of_squad on media (squad_id, id desc) include (purpose) where squad_id is not null;
