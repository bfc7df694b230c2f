-- A squad that renews its code ends all invitations that were sent before, and the seats of those who wait to be let in.
create or replace function end_invitations_to_squad() returns trigger language plpgsql as $$
begin
  delete from people where id in (select person_id from seats where squad_id = new.id and is_waiting);
  update invitations set ended_at = now() where squad_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger squads_new_code after update of invite_code on squads
  for each row when (old.invite_code is distinct from new.invite_code) execute function end_invitations_to_squad();

-- A person who leaves a squad, or is removed from it, ends the invitations that they sent.
create or replace function end_invitations_of_member() returns trigger language plpgsql as $$
begin
  update invitations set ended_at = now()
    where inviter_id = old.user_id and squad_id = old.squad_id and ended_at is null;
  return null;
end $$;
create or replace trigger squad_members_gone after delete on squad_members for each row execute function end_invitations_of_member();

-- A trip without a squad has no code to renew. A person who leaves it ends the invitations that they sent, and those that could bring
-- them back.
create or replace function end_invitations_of_crew() returns trigger language plpgsql as $$
begin
  update invitations set ended_at = now()
    where trip_id = old.trip_id and squad_id is null and ended_at is null
      and (inviter_id = old.user_id or used_by = old.user_id or email_key = (select email_key from accounts where person_id = old.user_id));
  return null;
end $$;
create or replace trigger trip_members_gone after delete on trip_members for each row execute function end_invitations_of_crew();

-- Counts the people who took a seat in a squad and wait, for a member with this role: none unless they are an admin.
create or replace function waiting_in(the_squad uuid, role text) returns int language sql stable as $$
  select case when role = 'admin' then (select count(*)::int from seats where squad_id = the_squad and is_waiting) else 0 end
$$;
