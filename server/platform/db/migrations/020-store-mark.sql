-- A store's mark holds its id alone. Together with `written_in` that tells every database from the owner, but for a copy of its files.
alter table stores drop column token, drop column next_token, drop column turned_at;
