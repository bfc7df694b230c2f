import type { SquadCard } from "#contract/squads.ts";
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
