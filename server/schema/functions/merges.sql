-- Merges of people (decision 106). `person_now` and `former_ids` read them; the other functions make and undo them.

-- Returns who somebody is now: themselves, or the person into whom they were merged. Ids of deleted people stay as they are.
create or replace function person_now(the_person uuid) returns table (id uuid) language sql stable as $$
  select coalesce(g.into_id, the_person) from (select the_person as id) p left join merges g on g.person_id = p.id
$$;

-- Returns the ids under which results may name a person.
create or replace function former_ids(the_person uuid) returns table (id uuid) language sql stable as $$
  select the_person union all select person_id from merges where into_id = the_person
$$;

-- Has the rows of a column name another person. Where that person has a row of their own by a unique key, theirs stays and the other ends.
-- Returns what `return_rows` needs: the keys of the rows that moved, and the whole rows that ended.
create or replace function move_rows(the_table regclass, the_column name, old_person uuid, new_person uuid) returns jsonb language plpgsql as $$
declare
  clashes text;
  keys text;
  ended jsonb;
  moved jsonb;
begin
  select string_agg(format('exists (select from %s o where o.%I = $2%s)', the_table, the_column, k.others), ' or ') into clashes
  from (
    select string_agg(format(' and o.%1$I = t.%1$I', a.attname), '') filter (where a.attname <> the_column) as others
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = the_table and i.indisunique and i.indpred is null
    group by i.indexrelid having bool_or(a.attname = the_column)
  ) k;
  select string_agg(format('%L, t.%I', a.attname, a.attname), ', ') into keys
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = the_table and i.indisprimary;

  execute format('with t as (delete from %1$s t where t.%2$I = $1 and (%3$s) returning t.*) select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from t',
    the_table, the_column, coalesce(clashes, 'false')) into ended using old_person, new_person;
  execute format('with t as (update %1$s t set %2$I = $2 where t.%2$I = $1 returning t.*) select coalesce(jsonb_agg(jsonb_build_object(%3$s)), ''[]'') from t',
    the_table, the_column, keys) into moved using old_person, new_person;
  return jsonb_build_object('moved', moved, 'ended', ended);
end $$;

-- Brings rows back that a merge ended. Leaves out those whose trip, squad, photo or award is gone.
create or replace function bring_back(the_table regclass, ended jsonb) returns void language plpgsql as $$
declare
  columns text;
  one jsonb;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = the_table and attnum > 0 and not attisdropped and attgenerated = '';
  for one in select jsonb_array_elements(ended) loop
    begin
      execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) on conflict do nothing', the_table, columns) using one;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
end $$;

-- Undoes `move_rows`. Rows that are gone or name somebody else by now stay so.
create or replace function return_rows(the_table regclass, the_column name, old_person uuid, new_person uuid, taken jsonb) returns void language plpgsql as $$
declare
  same_key text;
begin
  select string_agg(format(' and t.%1$I = r.%1$I', a.attname), '') filter (where a.attname <> the_column) into same_key
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = the_table and i.indisprimary;
  execute format('update %1$s t set %2$I = $1 from jsonb_populate_recordset(null::%1$s, $3) r where t.%2$I = $2%3$s', the_table, the_column, same_key)
    using old_person, new_person, taken -> 'moved';
  perform bring_back(the_table, taken -> 'ended');
end $$;

-- Gives the ballots of a person, and the votes for them, to another. In open awards the other's own ballot wins; votes for the one become
-- votes for the other, and void where nobody may choose them. A complete award keeps its counts and its choices: only who cast them changes.
-- Unless `is_own`, the ballots of the person become void, and those in complete awards end, so that an admin's merge shows nobody a choice.
-- Returns the open awards in which the person has voted. The caller holds the locks on the awards.
create or replace function merge_ballots(old_person uuid, new_person uuid, is_own boolean) returns uuid[] language plpgsql as $$
declare
  voted_in uuid[] := array(select c.id from votes v join categories c on c.id = v.category_id where v.voter_id = old_person and is_open(c) order by c.id);
begin
  delete from votes v using categories c where c.id = v.category_id and v.voter_id = old_person and (
    exists (select from votes o where o.category_id = v.category_id and o.voter_id = new_person)
    or (not is_own and c.completed_at is not null and not c.is_sealed));
  update votes v set voter_id = new_person, nominee_id = case when is_own or not is_open(c) then v.nominee_id end,
    is_skipped = v.is_skipped and is_own
    from categories c where c.id = v.category_id and v.voter_id = old_person;

  update votes v set nominee_id = new_person from categories c where c.id = v.category_id and is_open(c) and v.nominee_id = old_person;
  update votes v set nominee_id = null from categories c where c.id = v.category_id and is_open(c) and v.nominee_id = new_person and (
    exists (select from declined_awards d where d.category_id = c.id and d.user_id in (old_person, new_person))
    or (v.voter_id = new_person and (c.no_self_votes
      or exists (select from nights n where n.trip_id = c.trip_id and n.over_at is null and n.no_self_votes))));
  return voted_in;
end $$;

-- Gives a person whose merge is undone a void ballot in each of these awards that is still open and on whose crew they are.
create or replace function void_ballots_in(awards uuid[], the_person uuid) returns void language sql as $$
  insert into votes (category_id, voter_id) select c.id, the_person from categories c
    join trip_members m on m.trip_id = c.trip_id and m.user_id = the_person and m.may_vote
    where c.id = any (awards) and is_open(c)
  on conflict do nothing
$$;

-- Counts the bytes of these people's photos and receipts anew. The caller holds the locks on the people, so nobody adds a photo meanwhile.
create or replace function recount_space(people uuid[]) returns void language plpgsql as $$
begin
  perform from user_space where user_id = any (people) order by user_id for no key update;
  insert into user_space (user_id, bytes)
    select p, coalesce((select sum(file_size) from media where uploader_id = p), 0)
      + coalesce((select sum(file_size) from cost_receipts where uploader_id = p), 0) from unnest(people) p order by p
    on conflict (user_id) do update set bytes = excluded.bytes;
end $$;

-- Gives new versions to the galleries that show photos of these people.
create or replace function galleries_of_changed(people uuid[]) returns void language sql as $$
  select galleries_changed(array(
    select distinct place from media cross join lateral unnest(array[trip_id, squad_id]) place
    where uploader_id = any (people) and purpose = 'gallery' and place is not null))
$$;
