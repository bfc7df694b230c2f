-- A stored name has an ending of the file's type: a JPEG called "holiday.hta" becomes "holiday.jpg". `nameForType` does this for new files.
with endings (file_type, ending, fitting) as (values
  ('image/jpeg', 'jpg', '.\.(jpg|jpeg|jpe|jfif)$'),
  ('image/png', 'png', '.\.png$'),
  ('image/webp', 'webp', '.\.webp$'),
  ('image/gif', 'gif', '.\.gif$'),
  ('image/avif', 'avif', '.\.avif$'),
  ('image/heic', 'heic', '.\.(heic|heif|hif)$'),
  ('image/heif', 'heif', '.\.(heic|heif|hif)$'),
  ('video/mp4', 'mp4', '.\.(mp4|m4v)$'),
  ('video/quicktime', 'mov', '.\.(mov|qt)$'),
  ('video/webm', 'webm', '.\.webm$')
), misnamed as (
  select m.id, e.ending, e.fitting, regexp_replace(m.file_name, '\.(?!\d+$)[[:alnum:]]{1,5}$', '') stem
  from media m join endings e using (file_type) where m.file_name !~* e.fitting
)
update media m set file_name = case when n.stem ~* n.fitting then n.stem else coalesce(nullif(n.stem, ''), 'photo') || '.' || n.ending end
from misnamed n where m.id = n.id;

-- The still of a Live Photo names the file of its film.
update media still set live = jsonb_set(still.live::jsonb, '{fileName}', to_jsonb(film.file_name))::text
from media film where film.still_id = still.id and still.live::jsonb ->> 'fileName' <> film.file_name;

-- Pictures are files of this server. A squad whose cover was a link to another site shows its poster.
update squads set photo_url = null where photo_url not like '/objects/%';
alter table squads add constraint squads_photo_url_check check (photo_url like '/objects/%');
