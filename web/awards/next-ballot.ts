import type { ListedTrip } from "#contract/trips.ts";
import { dayOf } from "../core/calendar.ts";

type Trip = Pick<ListedTrip, "id" | "startDate" | "awardsToVoteOn" | "night">;

/**
 * The trip whose ballot waits for the viewer on `day` (`yyyy-mm-dd`): the one whose planned Awards Night comes first, else the first of
 * `trips` that has begun. Undefined if no vote of theirs is missing.
 */
export function nextBallot<T extends Trip>(trips: readonly T[], day: string): T | undefined {
  const waiting = trips.filter(({ awardsToVoteOn }) => awardsToVoteOn !== null && awardsToVoteOn > 0);
  const dueAt = ({ night }: T) => (night?.stage === "planned" && night.startsAt) || "no time";
  const isAhead = ({ startDate }: T) => Number(dayOf(startDate) > day);
  // The word stands behind every instant.
  return waiting.toSorted((a, b) => dueAt(a).localeCompare(dueAt(b)) || isAhead(a) - isAhead(b))[0];
}
