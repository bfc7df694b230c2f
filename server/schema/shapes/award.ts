// Decision 096: why this condition is a shape and others are SQL functions.
import { sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { Row } from "./row.ts";

/** Of category `c`. */
export const categoryColumns = [
  "c.id",
  "c.trip_id",
  "c.name",
  "c.description",
  "c.icon",
  "c.color",
  "c.position",
] as const;

export const categoryOf = (
  row: Row<"categories", "id" | "trip_id" | "name" | "description" | "icon" | "color" | "position">,
): Category => ({
  id: row.id,
  tripId: row.trip_id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  order: row.position,
});

/** Of category `c`: what it shares with the awards of other trips that are the same title. */
export const ancestorOf = sql<string>`coalesce(c.ancestor, c.id::text)`;

/** Crew member `m` has no ballot in award `c`. A void ballot is one: only its voter learns that it is void. */
export const isUnanswered = sql<boolean>`not exists (select from votes x where x.category_id = c.id and x.voter_id = m.user_id)`;
