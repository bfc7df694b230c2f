// Decision 056: why a trip marks one step.
import type { NightTime } from "#contract/night-time.ts";
import type { ListedTrip } from "#contract/trips.ts";
import { dayOf, today } from "../core/calendar.ts";
import type { TripOverview } from "./queries.ts";

/**
 * What a person can do with a trip. People who do not belong to it see results, and no ballot. `done` says that their votes are in and the others' are awaited, `see-you` that the vote is closed and
 * the show has not begun. `night` leads to the Awards Night of today.
 */
export type TripStep =
  | "invite"
  | "add-photos"
  | "add-awards"
  | "vote"
  | "done"
  | "view-awards"
  | "see-results"
  | "see-you"
  | "night"
  | "join-show";

/** What the viewer may do on the trip. */
export interface TripRights {
  /** Upload, and add awards. */
  readonly isMember: boolean;
  readonly mayInvite: boolean;
}

interface Trip extends Pick<
  ListedTrip,
  "startDate" | "isActive" | "categoryCount" | "allVotingComplete" | "awardsToVoteOn"
> {
  readonly night: Pick<NightTime, "stage" | "startsAt"> | null;
}

/**
 * When a trip is, on `day` (`yyyy-mm-dd`). The server's day decides whether it is on. Where the day begins earlier, a trip of today that is
 * not on yet is still to come.
 */
export const phaseOf = ({ startDate, isActive }: Pick<Trip, "startDate" | "isActive">, day: string) =>
  isActive ? "during" : dayOf(startDate) >= day ? "before" : "after";

/**
 * The steps that a trip offers the viewer on `day`: first the one to take now, then the one of its awards if that is another. Before a
 * trip people come together, on it they collect photos, and after it they vote. On the day of its night the evening comes first, with a vote
 * that is missing. A running show is the only step.
 */
export function tripStepsOf(trip: Trip, { isMember, mayInvite }: TripRights, day: string): readonly TripStep[] {
  if (trip.night?.stage === "live") return ["join-show"];
  const ofAwards = awardsStepOf(trip, isMember);
  if (isNightOn(trip.night, day)) return ofAwards === "vote" ? ["night", "vote"] : ["night"];
  const phase = phaseOf(trip, day);
  const steps = [
    phase === "before" && mayInvite && "invite",
    phase === "during" && isMember && "add-photos",
    ofAwards,
  ] as const;
  return steps.filter((step) => step !== false);
}

/** Whether an evening that has not begun is planned for `day`, on the viewer's clock. */
const isNightOn = (night: Trip["night"], day: string): boolean =>
  night !== null && night.stage !== "over" && night.startsAt !== null && today(new Date(night.startsAt)) === day;

function awardsStepOf({ allVotingComplete, categoryCount, awardsToVoteOn, night }: Trip, isMember: boolean) {
  if (night?.stage === "closed") return "see-you";
  if (allVotingComplete) return isMember ? "view-awards" : "see-results";
  if (categoryCount === 0) return isMember && "add-awards";
  return awardsToVoteOn !== null && (awardsToVoteOn > 0 ? "vote" : "done");
}

/** Whether the viewer may invite people: to a squad's trip its members, except to an example, and to a squadless one its crew. */
export const mayInviteTo = ({ trip: { viewer }, squad }: Pick<TripOverview, "trip" | "squad">): boolean =>
  squad === null ? viewer.isCrew : viewer.isInSquad && !squad.isDemo;
