-- The photos of the demo are files of the program now. Clean-up removes the files that servers drew. Demo squads have files of their own.
insert into unwanted_files (id) select id from demo_photos on conflict do nothing;
drop table demo_photos;
