-- Names and texts from before `contract/plain-text.ts` tidied them get its form: letters in Unicode's NFC and, on one line, single plain
-- spaces. So that what people type for what they see finds it. Only rows that change are written. No name is unique, so none collides.
do $$
declare
  the_table text;
  the_column text;
begin
  -- Other encodings have no letters that are made of two characters.
  if getdatabaseencoding() <> 'UTF8' then
    return;
  end if;
  create function pg_temp.on_one_line(words text) returns text language sql immutable as $f$
    select btrim(regexp_replace(normalize(words, NFC),
      '[\t\n\v\f\r \u0085\u00A0\u115F\u1160\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000\u3164\uFFA0]+', ' ', 'g'))
  $f$;
  for the_table, the_column in values
    ('users', 'first_name'), ('users', 'last_name'), ('squads', 'name'), ('trips', 'name'), ('trips', 'location'),
    ('trip_members', 'mood'), ('categories', 'name'), ('passkeys', 'name'), ('media', 'file_name')
  loop
    execute format('update %1$I set %2$I = pg_temp.on_one_line(%2$I)
      where %2$I <> pg_temp.on_one_line(%2$I) and pg_temp.on_one_line(%2$I) <> %3$L', the_table, the_column, '');
  end loop;
  for the_table, the_column in values
    ('users', 'bio'), ('squads', 'description'), ('trips', 'description'), ('categories', 'description'), ('media', 'caption'),
    ('receipts', 'text')
  loop
    execute format('update %1$I set %2$I = normalize(%2$I, NFC) where %2$I is not NFC normalized', the_table, the_column);
  end loop;
end $$;

-- The still of a Live Photo names the file of its film.
update media still set live = jsonb_set(still.live::jsonb, '{fileName}', to_jsonb(film.file_name))::text
from media film where film.still_id = still.id and still.live::jsonb ->> 'fileName' <> film.file_name;
