-- The picture of a squad in the previews of its link, as it was made last. Its file is `{id}/large`.
create table link_previews (
  id uuid primary key,
  squad_id uuid not null unique references squads on delete cascade,
  -- SHA-256 of what the picture shows.
  look bytea not null
);
