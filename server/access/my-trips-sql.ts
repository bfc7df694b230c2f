/** The ids of the trips that viewer `v` belongs to, by crew or by squad. */
export const myTripIds = `(select m.trip_id from trip_members m where m.user_id = v.user_id
  union select t.id from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = v.user_id)`;
