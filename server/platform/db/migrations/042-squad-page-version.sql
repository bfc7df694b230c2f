-- Returns the version of what a viewer sees of one squad. The viewer's own pages are part of it, because the page says how many trips they
-- share with each member.
create function squad_page_version(viewer uuid, the_squad uuid) returns table (version text) language sql stable as $$
  select md5(mine.version || ' ' || p.version || ' ' || coalesce(g.version, 0))
  from page_versions p cross join lateral own_pages_version(viewer) mine left join gallery_versions g on g.place_id = p.subject_id
  where p.subject_id = the_squad
$$;
