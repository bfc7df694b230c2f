import { expect, test } from "vitest";
import {
  type Ballots,
  type PlannedNight,
  closed,
  countsOf,
  newBallots,
  published,
  sealed,
  skipped,
  withNight,
  withSkip,
  withVote,
  withoutNight,
} from "../testing/secrecy/ballot-model.ts";
import { ranked } from "./ranks.ts";

const names = ["ana", "bo", "cleo", "dora", "eve", "fin"];

/** What each voter answered: a nominee, or a skip. */
type Electorate = readonly string[];

/** Every way in which these voters can answer. */
function electoratesOf(voters: readonly string[], answersOf: (voter: string) => readonly string[]): Electorate[] {
  return voters.reduce<Electorate[]>(
    (all, voter) => all.flatMap((answers) => answersOf(voter).map((answer) => [...answers, answer])),
    [[]],
  );
}

/** What the crew sees of the award in the end: whether it is counted, the ranks, and the counts where they are shown. */
function shown(award: Ballots): string {
  if (award.counted === null) return "uncounted";
  if (!award.isComplete) return "open";
  const lines = ranked([...countsOf(award)].map(([id, votes]) => ({ id, votes, user: null })));
  return JSON.stringify(lines.map(({ id, rank, votes }) => [id, rank, award.hidesCounts ? null : votes]));
}

/** The award after these answers. Only the last one can complete it, so the others are put into it at once. */
function answered(start: Ballots, voters: readonly string[], electorate: Electorate): Ballots {
  const before = electorate.slice(0, -1).map((answer, i) => [voters[i]!, answer] as const);
  const award = { ...start, largestCrew: start.crew.length, votes: new Map(before) };
  const [voter, answer] = [voters.at(-1)!, electorate.at(-1)!];
  return answer === skipped ? withSkip(award, voter) : withVote(award, voter, answer);
}

/**
 * Somebody knows who answered, and no answer. They see the result and think of every electorate that fits it: no voter may have the same
 * answer in all of them, unless all answers of the electorate are equal.
 */
function expectSecret(
  crew: readonly string[],
  voters: readonly string[],
  end: (award: Ballots) => Ballots,
  { night, skips }: { night?: PlannedNight; skips: boolean },
) {
  const start = night ? withNight(newBallots(crew), night) : newBallots(crew);
  const answersOf = (voter: string) => [
    ...crew.filter((nominee) => !(night?.noSelfVotes && nominee === voter)),
    ...(skips ? [skipped] : []),
  ];
  const electorates = electoratesOf(voters, answersOf);
  const fitting = Map.groupBy(electorates, (electorate) => shown(end(answered(start, voters, electorate))));
  expect(fitting.size).toBeGreaterThan(0);
  let counted = 0;
  for (const [result, all] of fitting) {
    if (result === "open") continue;
    if (result !== "uncounted") counted += all.length;
    if (all.every((electorate) => new Set(electorate).size === 1)) continue;
    // Where a voter has one answer to give, the ballot tells it and not the result.
    const known = voters.filter(
      (voter, i) => answersOf(voter).length > 1 && new Set(all.map((electorate) => electorate[i])).size === 1,
    );
    expect({ crew: crew.length, result, known }).toEqual({ crew: crew.length, result, known: [] });
  }
  return counted;
}

const endNight = (award: Ballots) => published(sealed(award));
const nights: readonly PlannedNight[] = [
  { noSelfVotes: false, showsCounts: true },
  { noSelfVotes: false, showsCounts: false },
];

test("no result of one to six voters tells what one of them chose", () => {
  let counted = 0;
  for (let size = 1; size <= 6; size++) {
    const crew = names.slice(0, size);
    counted += expectSecret(crew, crew, (award) => award, { skips: false });
    for (const night of nights)
      for (const skips of size <= 5 ? [false, true] : [false])
        counted += expectSecret(crew, crew, endNight, { night, skips });
  }
  expect(counted).toBeGreaterThan(0);
});

test("no early end tells what one of the voters chose", () => {
  let counted = 0;
  for (let size = 2; size <= 6; size++)
    for (let voters = 1; voters < size; voters++) {
      const crew = names.slice(0, size);
      counted += expectSecret(crew, crew.slice(0, voters), closed, { skips: false });
      counted += expectSecret(crew, crew.slice(0, voters), endNight, { night: nights[0]!, skips: false });
    }
  expect(counted).toBeGreaterThan(0);
});

// `npm test` runs this although it is slow: only here does a result depend on who may not choose whom.
test("no result without votes for oneself tells what a voter chose", { timeout: 60_000 }, () => {
  let counted = 0;
  const night = { noSelfVotes: true, showsCounts: true };
  const ends = [
    endNight,
    // Ballots that were cast for others alone stay what they are.
    (award: Ballots) => endNight(withNight(award, nights[0]!)),
    withoutNight,
  ];
  for (let size = 2; size <= 6; size++)
    for (let voters = Math.max(1, size - 1); voters <= size; voters++)
      for (const skips of [false, true]) {
        const crew = names.slice(0, size);
        for (const end of ends) counted += expectSecret(crew, crew.slice(0, voters), end, { night, skips });
      }
  expect(counted).toBeGreaterThan(0);
});
