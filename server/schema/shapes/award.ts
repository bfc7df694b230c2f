// Decision 096: why this condition is a shape and others are SQL functions.
import { sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { NightStage, NightTime } from "#contract/night-time.ts";
import type { Row } from "./row.ts";
import type { Tx } from "../database.ts";

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

/** The stage of night `n`; null if a row has none. */
export const stageColumn = sql<NightStage>`stage_of(n)`.as("stage");

/** Of night `n`. */
export const nightTimeColumns = ["n.starts_at", "n.time_zone", "n.over_at", "n.no_self_votes", stageColumn] as const;

/** The night of a row that may have none. */
export function nightTimeOf(
  row: { readonly [C in keyof NightRow]: NightRow[C] | null } & { readonly stage: NightStage | null },
): NightTime | null {
  const { starts_at, time_zone, over_at, no_self_votes, stage } = row;
  if (time_zone === null || stage === null) return null;
  return {
    startsAt: starts_at?.toJSON() ?? null,
    timeZone: time_zone,
    stage,
    overAt: over_at?.toJSON() ?? null,
    noSelfVotes: no_self_votes === true,
  };
}

type NightRow = Row<"nights", "starts_at" | "time_zone" | "over_at" | "no_self_votes">;

/** Locks the night of a trip, so that its stage stays as it is. Returns the stage; null without a night. */
export async function lockStage(tx: Tx, tripId: string): Promise<NightStage | null> {
  const night = await tx
    .selectFrom("nights as n")
    .select(stageColumn)
    .where("n.trip_id", "=", tripId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return night?.stage ?? null;
}
