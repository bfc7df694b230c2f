/** Columns of awards, and functions that make shapes of their rows. */
import { type ExpressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { personColumns, personOf } from "../schema/shapes/person.ts";
import type { Tables } from "../schema/tables/tables.ts";
import type { ProgressFacts } from "./ballots.ts";
import type { ClosingFacts } from "./closing.ts";

/** Whether the trip of award `c` has a night that is not over. */
export const hasNight =
  sql<boolean>`exists (select from nights n where n.trip_id = c.trip_id and n.over_at is null)`.as("has_night");

/** Of award `c`. */
export const progressColumns = [
  "c.votes_received",
  "c.completed_at",
  "c.closed_at",
  "c.is_uncounted",
  hasNight,
] as const;

/** The organizer who closed the vote on award `c`. */
export const closerColumn = (award: ExpressionBuilder<Tables & { c: Tables["categories"] }, "c">) =>
  jsonObjectFrom(
    award
      .selectFrom("people as u")
      .select(["u.id", ...personColumns])
      .whereRef("u.id", "=", "c.closed_by"),
  ).as("closer");

interface ProgressRow {
  readonly votes_received: number;
  readonly completed_at: Date | null;
  readonly closed_at: Date | null;
  readonly is_uncounted: boolean;
  readonly has_night: boolean;
  readonly closer: ({ readonly id: string } & Parameters<typeof personOf>[1]) | null;
}

export const progressIn = (award: ProgressRow, crewCount: number): ProgressFacts => ({
  votesReceived: award.votes_received,
  crewCount,
  isComplete: award.completed_at !== null,
  isClosed: award.closed_at !== null,
  hasNight: award.has_night,
  isUncounted: award.is_uncounted,
  closedBy: award.closer && personOf(award.closer.id, award.closer),
});

export const closingFactsIn = (
  row: { votes_received: number; settled_votes?: number; largest_crew?: number },
  crewCount: number,
): ClosingFacts => ({
  votesReceived: row.votes_received,
  settledVotes: row.settled_votes ?? 0,
  crewCount,
  largestCrew: row.largest_crew ?? crewCount,
});

/** Of award `c`, what an organizer may know before closing it, besides its progress. */
export const closingColumns = (organizerId: string) => [
  sql<number>`(select count(*)::int from votes v join trip_members m on m.trip_id = c.trip_id and m.user_id = v.voter_id
    where v.category_id = c.id and v.voter_id <> ${organizerId} and m.joined_at <= now() - interval '1 day')`.as(
    "settled_votes",
  ),
  sql<number>`largest_crew(c)`.as("largest_crew"),
];
