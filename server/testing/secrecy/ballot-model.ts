// Decision 064: why an award has a bound, why a departure makes votes void, and why results stay as they are.
/**
 * A model of `cast_vote`, `end_award` and their neighbours in `schema/functions`: the same rules as plain functions, without clock or
 * database. Only tests run it; `model.test.ts` compares the database with it.
 */
import { minVotersForCounts } from "#contract/nights.ts";
import { mayStillVote } from "../../awards/ballots.ts";

/** One award with the crew and its ballots. */
export interface Ballots {
  readonly crew: readonly string[];
  /** The people who cannot vote as they are on the crew: seats that nobody has confirmed, where only confirmed people vote. */
  readonly unconfirmed: ReadonlySet<string>;
  /** Voter to nominee; a void ballot has none, and a skipped one has `skipped`. */
  readonly votes: ReadonlyMap<string, string | null>;
  readonly isClosed: boolean;
  /** A complete award keeps its ballots when the crew changes. */
  readonly isComplete: boolean;
  /** The trip has an Awards Night that is planned, or that has sealed the award and is not over. */
  readonly night?: PlannedNight | "sealed" | undefined;
  /** The people who have taken their own name off. */
  readonly declined: ReadonlySet<string>;
  /** How many voters there were at most since the first ballot; 0 without a ballot. */
  readonly largestCrew: number;
  /** Somebody has become a voter, or is none any more, since the first ballot. */
  readonly hasCrewChanged: boolean;
  /** It has ballots of a night without votes for oneself. */
  readonly isForOthers: boolean;
  /** Set once the choices are destroyed: what was counted before; null if the award is uncounted. */
  readonly counted?: ReadonlyMap<string, number> | null;
  /** Only the ranks are shown. */
  readonly hidesCounts?: boolean;
}

export interface PlannedNight {
  readonly noSelfVotes: boolean;
  readonly showsCounts: boolean;
}

/** An award on which nobody has voted. */
export const newBallots = (crew: readonly string[]): Ballots => ({
  crew,
  unconfirmed: new Set(),
  votes: new Map(),
  isClosed: false,
  isComplete: false,
  declined: new Set(),
  largestCrew: 0,
  hasCrewChanged: false,
  isForOthers: false,
});

/** Returns the members of the crew who can vote. */
export const votersIn = ({ crew, unconfirmed }: Ballots): readonly string[] =>
  crew.filter((id) => !unconfirmed.has(id));

/** In place of the nominee of a skipped ballot. */
export const skipped = "skipped";

const isChoice = (nominee: string | null): nominee is string => nominee !== null && nominee !== skipped;

/**
 * Whether the counts of an award give no ballot away. Decision 064 says why.
 *
 * Every voter has chosen, and nobody has come or gone since the first ballot; or at least three have chosen, and they are at least
 * half of the voters that there were at most since then (five are enough for any crew). Without votes for oneself it takes five.
 */
function keepsSecret(ballots: Ballots): boolean {
  const { votes, largestCrew, hasCrewChanged } = ballots;
  const choices = [...votes.values()].filter(isChoice).length;
  if (choices >= 5) return true;
  if (forOthers(ballots)) return false;
  return (
    (choices >= 3 && 2 * choices >= largestCrew) ||
    (!hasCrewChanged && choices > 0 && choices >= votersIn(ballots).length)
  );
}

const isNightForOthers = ({ night }: Ballots): boolean => typeof night === "object" && night.noSelfVotes;
const forOthers = (ballots: Ballots): boolean => ballots.isForOthers || isNightForOthers(ballots);

/** Completes the award if all have voted, and its counts give no ballot away. */
function settled(ballots: Ballots): Ballots {
  const { votes } = ballots;
  if (ballots.night || ballots.isComplete) return ballots;
  if (!votersIn(ballots).every((voter) => votes.has(voter)) || !keepsSecret(ballots)) return ballots;
  return counted(ballots);
}

/** Whether the award takes this vote. */
export const takesVote = (ballots: Ballots, voter: string, nominee: string): boolean =>
  votersIn(ballots).includes(voter) &&
  ballots.crew.includes(nominee) &&
  !ballots.declined.has(nominee) &&
  mayStillVote(ballots, ballots.votes.has(voter));

/** Whether a crew member may take their own name off: before the results are out, and if somebody else can still be chosen. */
export const mayDecline = ({ crew, declined, isClosed, isComplete }: Ballots, userId: string): boolean =>
  crew.includes(userId) && !isClosed && !isComplete && crew.some((id) => id !== userId && !declined.has(id));

/** The award after somebody has taken their own name off: the votes they received become void. */
export const withoutName = ({ votes, declined, ...award }: Ballots, userId: string): Ballots => ({
  ...award,
  declined: new Set([...declined, userId]),
  votes: new Map([...votes].map(([voter, nominee]) => [voter, nominee === userId ? null : nominee])),
});

/** The award after its choices were counted for good: without votes for oneself only the winners are kept, and nobody can vote any more. */
const counted = (ballots: Ballots): Ballots =>
  forOthers(ballots)
    ? { ...destroyed(ballots, winnersOf(tallied(ballots.votes))), isComplete: true, isClosed: true, hidesCounts: true }
    : { ...ballots, isComplete: true };

/** The award after a vote that it takes. */
export const withVote = (ballots: Ballots, voter: string, nominee: string): Ballots =>
  settled({
    ...ballots,
    ...(ballots.votes.size === 0
      ? { largestCrew: votersIn(ballots).length, hasCrewChanged: false, isForOthers: isNightForOthers(ballots) }
      : { isForOthers: forOthers(ballots) }),
    votes: new Map([...ballots.votes, [voter, nominee]]),
  });

/** The award after an organizer has closed it. Below the bound its choices are destroyed uncounted. */
export function closed(ballots: Ballots): Ballots {
  if (ballots.isComplete) return { ...ballots, isClosed: true };
  return { ...(keepsSecret(ballots) ? counted(ballots) : destroyed(ballots, null)), isClosed: true, isComplete: true };
}

/** The award after its choices were destroyed. */
const destroyed = (ballots: Ballots, counted: ReadonlyMap<string, number> | null): Ballots => ({
  ...ballots,
  votes: new Map([...ballots.votes.keys()].map((voter) => [voter, null])),
  counted,
});

/** The award after its crew, or who of it can vote, has changed. */
function withCrew(before: Ballots, change: Partial<Pick<Ballots, "crew" | "unconfirmed">>): Ballots {
  const after = { ...before, ...change };
  const [were, are] = [votersIn(before), votersIn(after)];
  const isSame = were.length === are.length && are.every((id) => were.includes(id));
  if (isSame || before.votes.size === 0 || before.isComplete) return after;
  return { ...after, largestCrew: Math.max(before.largestCrew, are.length), hasCrewChanged: true };
}

/** The award after someone has joined the crew. */
export const withMember = (ballots: Ballots, userId: string): Ballots =>
  withCrew(ballots, { crew: [...ballots.crew, userId] });

/** The award after these people cannot vote, and nobody else. If it is open, the votes go that they have cast. */
export function withUnconfirmed(ballots: Ballots, unconfirmed: ReadonlySet<string>): Ballots {
  const after = withCrew(ballots, { unconfirmed });
  if (ballots.isComplete || ballots.night === "sealed") return after;
  return settled({ ...after, votes: new Map([...ballots.votes].filter(([voter]) => !unconfirmed.has(voter))) });
}

/** The award after somebody who cannot vote has come onto the crew: a name that is still to come. */
export const withExpected = (ballots: Ballots, id: string): Ballots =>
  withCrew(ballots, { crew: [...ballots.crew, id], unconfirmed: new Set([...ballots.unconfirmed, id]) });

/** Two people of whom one becomes the other. `isOwn`: the person does it, so their ballot comes along. */
export interface Merging {
  readonly from: string;
  readonly into: string;
  readonly isOwn: boolean;
}

/**
 * The award after a merge. In an open one votes for the one become votes for the other, and the other's own ballot wins. Without `isOwn` the
 * ballot becomes void. A complete one keeps its counts.
 */
export function withMerge(before: Ballots, { from, into, isOwn }: Merging): Ballots {
  const renamed = (ids: readonly string[]) => [...new Set(ids.map((id) => (id === from ? into : id)))];
  const unconfirmed = new Set([...before.unconfirmed].filter((id) => id !== from));
  const isOpen = !before.isComplete && before.night !== "sealed";
  const hadOwn = before.votes.has(into);
  const votes = new Map<string, string | null>();
  for (const [voter, nominee] of before.votes) {
    const isTheirs = voter === from;
    // Of a complete award the ballot goes, and what was counted of it stays.
    const keepsBallot = !isTheirs || (isOpen ? !hadOwn : isOwn && !hadOwn);
    if (!keepsBallot && isOpen) continue;
    const who = isTheirs ? (keepsBallot ? into : `once ${from} ${before.votes.size}`) : voter;
    const chosen = isOpen && nominee === from ? into : nominee;
    votes.set(who, isOpen && isTheirs && !isOwn ? null : chosen);
  }
  const declined = new Set(renamed([...before.declined]));
  if (isOpen)
    for (const [voter, nominee] of votes)
      if (nominee === into && (declined.has(into) || (voter === into && forOthers(before)))) votes.set(voter, null);
  const after = { ...before, votes, declined };
  // A place that moves changes nobody's crew.
  if (!before.crew.includes(into) && !before.unconfirmed.has(from))
    return settledIf(isOpen, { ...after, crew: renamed(before.crew) });
  return settledIf(isOpen, {
    ...withCrew({ ...before, votes: before.votes }, { crew: renamed(before.crew), unconfirmed }),
    votes,
    declined,
  });
}

const settledIf = (isOpen: boolean, ballots: Ballots): Ballots => (isOpen ? settled(ballots) : ballots);

/**
 * The award after a merge is undone. Who comes back has a void ballot where they had voted. `place`: their place on the crew had moved to the
 * other, who loses it; or it comes back beside the other's; or they had none.
 */
export function withoutMerge(
  ballots: Ballots,
  { from, into }: Merging,
  { place, hadVoted, hasDeclined, isExpected }: UndoneMerge,
): Ballots {
  const hasMoved = place === "moved" && ballots.crew.includes(into);
  const declined = new Set(ballots.declined);
  if (hasDeclined === "moved") declined.delete(into);
  if (hasDeclined !== "no") declined.add(from);
  const unnamed = { ...ballots, declined };
  if (place === "none" || (place === "moved" && !hasMoved)) return unnamed;
  const back = isExpected ? withExpected(unnamed, from) : withMember(unnamed, from);
  const isOpen = !ballots.isComplete && ballots.night !== "sealed";
  const voided = isOpen && hadVoted ? { ...back, votes: new Map([...back.votes, [from, null]]) } : back;
  return hasMoved ? withoutMember(voided, into) : settledIf(isOpen, voided);
}

/** What the undoing of a merge finds in an award. */
export interface UndoneMerge {
  readonly place: "moved" | "beside" | "none";
  readonly hadVoted: boolean;
  readonly hasDeclined: "moved" | "beside" | "no";
  readonly isExpected: boolean;
}

/** The award after someone has left the crew. If it is open, the vote they cast goes and the votes they received become void. */
export function withoutMember(ballots: Ballots, userId: string): Ballots {
  const staying = withCrew(ballots, { crew: ballots.crew.filter((id) => id !== userId) });
  if (ballots.isComplete || ballots.night === "sealed") return staying;
  const kept = [...ballots.votes].filter(([voter]) => voter !== userId);
  return settled({
    ...staying,
    votes: new Map(kept.map(([voter, nominee]) => [voter, nominee === userId ? null : nominee])),
  });
}

/** The award after its trip has planned a night, or changed the plan. Without votes for oneself, those in open awards become void. */
export function withNight(ballots: Ballots, night: PlannedNight): Ballots {
  if (!night.noSelfVotes || ballots.isComplete) return { ...ballots, night };
  const votes = [...ballots.votes].map(([voter, nominee]) => [voter, voter === nominee ? null : nominee] as const);
  return { ...ballots, night, votes: new Map(votes), isForOthers: ballots.isForOthers || votes.length > 0 };
}

/** The award after a voter has skipped it. Only an open award of a planned night takes it. */
export const withSkip = (ballots: Ballots, voter: string): Ballots => withVote(ballots, voter, skipped);

/** The award after its night was called off. Skips are void from then on. */
export const withoutNight = (ballots: Ballots): Ballots => settled({ ...ballots, night: undefined });

/**
 * The award after its night has closed the vote: its choices are destroyed. An open one is uncounted if its counts would give a ballot away;
 * with few choices, or in a night without counts, it keeps its ranks alone, and in a night without votes for oneself its winners alone.
 */
export function sealed(ballots: Ballots): Ballots {
  const { night, isComplete, votes } = ballots;
  if (typeof night !== "object") throw new Error("Only a planned night closes.");
  const closing = { ...ballots, isClosed: true };
  if (isComplete) return { ...destroyed(closing, ballots.counted ?? tallied(votes)), night: "sealed" };
  const choices = [...votes.values()].filter(isChoice).length;
  const isForOthers = forOthers(ballots);
  const hidesCounts = !night.showsCounts || isForOthers || choices < minVotersForCounts;
  if (votes.size > 0 && !keepsSecret(ballots)) return { ...destroyed(closing, null), night: "sealed" };
  const counts = hidesCounts ? placesOf(tallied(votes)) : tallied(votes);
  return {
    ...destroyed(closing, isForOthers ? winnersOf(counts) : counts),
    night: "sealed",
    hidesCounts,
  };
}

/** The award after its night. */
export const published = (ballots: Ballots): Ballots => ({ ...ballots, night: undefined, isComplete: true });

function tallied(votes: Ballots["votes"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const nominee of votes.values()) if (isChoice(nominee)) counts.set(nominee, (counts.get(nominee) ?? 0) + 1);
  return counts;
}

/** In place of counts: 1 for the last rank, 2 for the one above it, and so on. */
function placesOf(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const places = [...new Set(counts.values())].toSorted((a, b) => a - b);
  return new Map([...counts].map(([nominee, count]) => [nominee, 1 + places.indexOf(count)]));
}

/** The winners alone, each with 1. */
function winnersOf(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const most = Math.max(...counts.values());
  return new Map([...counts].flatMap(([nominee, count]) => (count === most ? [[nominee, 1]] : [])));
}

/** The counts of a complete award. If it hides them, 1 stands for its last rank, 2 for the one above it, and so on. */
export function countsOf({ votes, isComplete, counted }: Ballots): ReadonlyMap<string, number> {
  if (!isComplete || counted === null) return new Map();
  return counted ?? tallied(votes);
}
