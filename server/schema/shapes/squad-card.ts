import type { SquadCard } from "#contract/squads.ts";
import { sqlText, timestamp } from "../../platform/db/sql-text.ts";
import type { Row } from "./row.ts";

/** Of squad `s`. */
export const squadColumns = [
  "s.id",
  "s.name",
  "s.description",
  "s.photo_url",
  "s.member_count",
  "s.created_at",
] as const;

export const squadCardOf = (
  row: Row<"squads", "id" | "name" | "description" | "photo_url" | "member_count" | "created_at">,
): SquadCard => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photoUrl: row.photo_url,
  memberCount: row.member_count,
  createdAt: row.created_at.toJSON(),
});

/** JSON of squad `s` for its member `m`, as the dashboard sends it. */
export const squadJson = sqlText`json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'photoUrl', s.photo_url,
  'memberCount', s.member_count, 'createdAt', ${timestamp(sqlText`s.created_at`)}, 'isPublic', s.is_public,
  'takesSeats', s.takes_seats and s.demo_of is null, 'showsCrew', s.shows_crew, 'tripCount', s.trip_count,
  'isDemo', s.demo_of is not null, 'role', m.role, 'waiting', waiting_in(s.id, m.role),
  'newPhotos', coalesce((select total from new_in_squad(m.user_id, s.id)), 0))`;
