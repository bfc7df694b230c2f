// Decision 056: why a trip marks one step.
import type { NightTime } from "#contract/night-time.ts";
import type { ListedTrip } from "#contract/trips.ts";
import { dayOf, today } from "../core/calendar.ts";
import type { TripOverview } from "./queries.ts";

/**
 * What a person can do with a trip. People who do not belong to it see results, and no ballot. `done` says that their votes are in and
 * the others' are awaited, `see-you` that the vote is closed and the show has not begun. `night` leads to the Awards Night of today, and
 * `settle-up` to who pays whom.
 */
export type TripStep =
  | "invite"
  | "add-photos"
  | "add-awards"
  | "vote"
  | "settle-up"
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
  "startDate" | "isActive" | "memberCount" | "categoryCount" | "allVotingComplete" | "awardsToVoteOn" | "costBalance"
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
 * trip people come together, on it they collect photos, and after it they vote, and then pay what they owe. Who is alone on the crew brings
 * somebody first, whenever the trip is. On the day of its night the evening comes first, with a vote that is missing. A running show is the only step.
 */
export function tripStepsOf(trip: Trip, { isMember, mayInvite }: TripRights, day: string): readonly TripStep[] {
  if (trip.night?.stage === "live") return ["join-show"];
  const ofAwards = awardsStepOf(trip, isMember);
  if (isNightOn(trip.night, day)) return ofAwards === "vote" ? ["night", "vote"] : ["night"];
  const phase = phaseOf(trip, day);
  // `awardsToVoteOn` is null for people off the crew.
  const isAlone = trip.memberCount === 1 && trip.awardsToVoteOn !== null;
  const invites = mayInvite && (isAlone || phase === "before");
  const isUneven = trip.costBalance !== null && trip.costBalance !== 0;
  const steps = [
    invites && "invite",
    phase === "during" && isMember && !invites && "add-photos",
    phase === "after" && isUneven && ofAwards !== "vote" && "settle-up",
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

/** Whether the crew can still get a trip going: it is not over on `day`, and lacks people, awards or photos. */
export const isStarting = (overview: Pick<TripOverview, "trip" | "squad">, day: string): boolean => {
  const { viewer, endDate, memberCount, categoryCount, photoCount, videoCount } = overview.trip;
  const hasAll = memberCount > 1 && categoryCount > 0 && photoCount + videoCount > 0;
  return viewer.isCrew && mayInviteTo(overview) && dayOf(endDate) >= day && !hasAll;
};
