-- Decision 080: what pictures to share show of people.
-- Pictures to share show profile photos and the photos that prove awards.
alter table squads add column shows_faces boolean not null default true;
