import type pg from "pg";

/**
 * Describes the tables, columns, constraints, indexes, triggers, views and functions of a database, one string each, sorted. Two databases
 * of one server whose lists are equal have the same schema; the order of columns does not count.
 */
export async function describeSchema(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ object: string }>(`
    with relations as (select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'relation', relname, relkind, reloptions::text, case relkind when 'v' then pg_get_viewdef(oid) end) as object
      from relations where relkind <> 'i'
    union all
    select concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, case attgenerated when 's' then 'generated' end, pg_get_expr(adbin, adrelid))
      from relations join pg_attribute on attrelid = relations.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all
    -- PostgreSQL 18 also lists each 'not null', which stands with its column.
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from relations join pg_constraint on conrelid = relations.oid where contype <> 'n'
    union all
    select pg_get_indexdef(oid) from relations where relkind = 'i'
    union all
    -- Without parentheses: PostgreSQL nests the terms of a condition otherwise once they went through a dump.
    select translate(pg_get_triggerdef(pg_trigger.oid), '()', '')
      from relations join pg_trigger on tgrelid = relations.oid where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by object`);
  return rows.map(({ object }) => object);
}
