-- Finds words anywhere in the names and descriptions of public squads. Without the extension the search reads all public squads.
do $$
begin
  create extension if not exists pg_trgm;
  create index public_squads_words on squads using gin ((name || E'\n' || description) gin_trgm_ops) where is_public;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'The search for public squads has no index, because the extension pg_trgm cannot be installed: %', sqlerrm;
end $$;
