-- As in 033-page-versions.sql, with one search for the versions of all squads and trips instead of two for each.
create or replace function own_pages_version(viewer uuid) returns table (version text) language sql stable as $$
  select md5(current_date || ' ' || p.version || ' ' || (
    with mine as materialized (
      select array(
        select squad_id from squad_members where user_id = viewer
        union all select trip_id from trip_members where user_id = viewer
      ) as ids
    )
    select (select coalesce(sum(q.version), 0) from page_versions q where q.subject_id = any (mine.ids))
      + (select coalesce(sum(g.version), 0) from gallery_versions g where g.place_id = any (mine.ids))
    from mine) || ' ' || (select count(x.nominee_id) from votes x where x.voter_id = viewer))
  from page_versions p where p.subject_id = viewer
$$;
