-- Counts the open awards of a trip on which a person of its crew has no vote, or a void one.
create function awards_to_vote_on(the_trip uuid, the_person uuid) returns table (total int) language sql stable as $$
  select count(*)::int from categories c join trip_members m on m.trip_id = c.trip_id and m.user_id = the_person
  where c.trip_id = the_trip and c.completed_at is null
    and not exists (select from votes x where x.category_id = c.id and x.voter_id = the_person and x.nominee_id is not null)
$$;
