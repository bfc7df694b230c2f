import type { TripAwards } from "#contract/awards.ts";
import { dayOf } from "../core/calendar.ts";
import { missingOf } from "./progress-words.ts";

/** Whether the viewer has votes to cast on a trip that has begun. Before a trip nobody has earned an award. */
export const needsVotes = ({ trip, awardsToVoteOn }: Pick<TripAwards, "trip" | "awardsToVoteOn">, day: string) =>
  awardsToVoteOn > 0 && dayOf(trip.startDate) <= day;

/** Whether the viewer's votes are in, and may still change because others' are missing. */
export const mayChangeVotes = ({ isCrew, awardsToVoteOn, night, categories }: TripAwards): boolean =>
  isCrew &&
  awardsToVoteOn === 0 &&
  night?.stage !== "closed" &&
  night?.stage !== "live" &&
  categories.some(({ votingProgress }) => !votingProgress.isComplete);

/** Orders trips by what the viewer is to do: trips to vote on, then the others that have begun, then those to come. Ties keep their order. */
export function byNeed(trips: readonly TripAwards[], day: string): readonly TripAwards[] {
  const weightOf = (one: TripAwards) => (needsVotes(one, day) ? 0 : dayOf(one.trip.startDate) <= day ? 1 : 2);
  return trips.toSorted((a, b) => weightOf(a) - weightOf(b));
}

/** "3 of 5 have voted" on all open awards. Null in a crew so large that the server does not name each missing voter. */
export function votedWords({ trip, categories }: Pick<TripAwards, "trip" | "categories">): string | null {
  const open = categories.map(({ votingProgress }) => votingProgress).filter(({ isComplete }) => !isComplete);
  if (open.some((progress) => missingOf(progress) > progress.usersWhoHaventVoted.length)) return null;
  const missing = new Set(open.flatMap(({ usersWhoHaventVoted }) => usersWhoHaventVoted.map(({ id }) => id)));
  return `${trip.voterCount - missing.size} of ${trip.voterCount} have voted`;
}
