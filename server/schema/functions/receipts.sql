-- The hearts of a deleted account stay on receipts, without its name: a heart that goes would tell whose it was.
create or replace function hearts_stay() returns trigger language plpgsql as $$
begin
  update receipts r set hearts = r.hearts + 1 from receipt_hearts h where h.receipt_id = r.id and h.user_id = old.id;
  return old;
end $$;
create or replace trigger users_leave_hearts before delete on people for each row execute function hearts_stay();
