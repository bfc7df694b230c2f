-- What became of a list of photos to delete: 'named' by its person, 'due' to be finished by the server, 'done', or 'undone'. The last two
-- name no photos any more.
alter table deletions add column state text not null default 'named' check (state in ('named', 'due', 'done', 'undone'));
update deletions set state = 'done' where media_ids = '{}';
-- Whether a photo is about to be deleted is asked for each that comes again.
create index deletions_media on deletions using gin (media_ids);
