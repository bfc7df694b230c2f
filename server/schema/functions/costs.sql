-- What a trip costs (decision 125): who may see its books, the sums of the people in them, and the refusal of costs that do not add up.

-- Whether this row of the books stands in a cost or a payment.
create or replace function stands_in_books(the_row uuid) returns boolean language sql stable as $$
  select exists (select from cost_payers where payer_id = the_row) or exists (select from cost_shares where sharer_id = the_row)
    or exists (select from payments where from_id = the_row) or exists (select from payments where to_id = the_row)
$$;

-- Returns what a viewer may do with the books of a trip, or no row if they may not see them. They are for the crew, and for members of the
-- squad who stand in a cost or a payment. Admins of the squad who were not on the trip do not see them.
create or replace function costs_for(viewer uuid, the_trip uuid) returns table (
  squad_id uuid,
  -- May add costs.
  is_crew boolean,
  -- May change what others entered.
  is_organizer boolean
) language sql stable as $$
  select r.squad_id, r.is_crew, r.is_crew and r.is_organizer
  from rights_in(viewer, null, the_trip) r
  where r.trip_id is not null and (r.is_crew or (r.is_in_squad and exists (
    select from cost_people p where p.trip_id = the_trip and p.person_id = viewer and stands_in_books(p.id))))
$$;

-- Returns what a viewer gets back (more than 0) or owes (less) on a trip, or no row if they may not see its books.
create or replace function cost_balance_of(the_trip uuid, viewer uuid) returns table (balance bigint) language sql stable as $$
  select coalesce((select sum(p.balance) from cost_people p where p.trip_id = the_trip and p.person_id = viewer), 0)::bigint
  from costs_for(viewer, the_trip)
$$;

-- Keeps the sums of the people in the books. The trigger names a sum, the column of the person and that of the amount, perhaps several.
create or replace function keep_sums() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'DELETE' then -1 else 1 end;
  change constant text := 'update cost_people p set %1$I = p.%1$I + $1 * c.total
    from (select %2$I id, sum(%3$I)::bigint total from %4$I group by 1) c where p.id = c.id';
begin
  for at in 0..tg_nargs - 1 by 3 loop
    execute format(change, tg_argv[at], tg_argv[at + 1], tg_argv[at + 2], 'changed') using sign;
    if tg_op = 'UPDATE' then
      execute format(change, tg_argv[at], tg_argv[at + 1], tg_argv[at + 2], 'replaced') using -1;
    end if;
  end loop;
  return null;
end $$;
create or replace trigger cost_payers_added after insert on cost_payers referencing new table as changed for each statement execute function keep_sums('paid', 'payer_id', 'trip_amount');
create or replace trigger cost_payers_removed after delete on cost_payers referencing old table as changed for each statement execute function keep_sums('paid', 'payer_id', 'trip_amount');
create or replace trigger cost_payers_changed after update on cost_payers referencing old table as replaced new table as changed for each statement execute function keep_sums('paid', 'payer_id', 'trip_amount');
create or replace trigger cost_shares_added after insert on cost_shares referencing new table as changed for each statement execute function keep_sums('shared', 'sharer_id', 'share');
create or replace trigger cost_shares_removed after delete on cost_shares referencing old table as changed for each statement execute function keep_sums('shared', 'sharer_id', 'share');
create or replace trigger cost_shares_changed after update on cost_shares referencing old table as replaced new table as changed for each statement execute function keep_sums('shared', 'sharer_id', 'share');
create or replace trigger payments_added after insert on payments referencing new table as changed for each statement execute function keep_sums('sent', 'from_id', 'amount', 'received', 'to_id', 'amount');
create or replace trigger payments_removed after delete on payments referencing old table as changed for each statement execute function keep_sums('sent', 'from_id', 'amount', 'received', 'to_id', 'amount');
create or replace trigger payments_changed after update on payments referencing old table as replaced new table as changed for each statement execute function keep_sums('sent', 'from_id', 'amount', 'received', 'to_id', 'amount');

-- Refuses a commit in which the payers or shares of a cost do not sum to it, or are of another trip. The trigger names the cost's column.
create or replace function check_cost() returns trigger language plpgsql as $$
declare
  the_cost uuid := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
begin
  perform from costs c
    cross join lateral (
      select sum(y.amount) amount, sum(y.trip_amount) trip_amount, bool_and(p.trip_id = c.trip_id) is_own
      from cost_payers y join cost_people p on p.id = y.payer_id where y.cost_id = c.id) paid
    cross join lateral (
      select sum(s.share) share, bool_and(p.trip_id = c.trip_id) is_own
      from cost_shares s join cost_people p on p.id = s.sharer_id where s.cost_id = c.id) shared
    where c.id = the_cost and (paid.amount, paid.trip_amount, shared.share, paid.is_own, shared.is_own)
      is distinct from (c.amount::bigint, c.trip_amount::bigint, c.trip_amount::bigint, true, true);
  if found then
    raise exception 'the parts of cost % do not sum to it', the_cost using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- PostgreSQL replaces no constraint trigger.
drop trigger if exists cost_adds_up on costs;
create constraint trigger cost_adds_up after insert or update on costs deferrable initially deferred for each row execute function check_cost('id');
drop trigger if exists cost_payers_add_up on cost_payers;
create constraint trigger cost_payers_add_up after insert or update or delete on cost_payers deferrable initially deferred for each row execute function check_cost('cost_id');
drop trigger if exists cost_shares_add_up on cost_shares;
create constraint trigger cost_shares_add_up after insert or update or delete on cost_shares deferrable initially deferred for each row execute function check_cost('cost_id');
