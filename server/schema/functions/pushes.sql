-- Notes what pushes may tell (decision 122). A server finds its people after the commit. A site without browsers to push to notes nothing.
create or replace function note_for_pushes() returns trigger language plpgsql as $$
begin
  insert into push_rows (activity_id) select id from added where exists (select from push_devices);
  return null;
end $$;
create or replace trigger activity_added after insert on activity referencing new table as added for each statement execute function note_for_pushes();
