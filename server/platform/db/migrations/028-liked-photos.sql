-- Finds a person's most liked photos without a look at all their photos. Those of a trip have an index in 029.
create index liked_photos_of_uploader on media (uploader_id, likes desc, taken_at, id) where purpose = 'gallery' and likes > 0;
