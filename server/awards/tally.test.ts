import { describe, expect, test } from "vitest";
import { seeded } from "../stand-ins/seeded.ts";
import { type Ballots, countsOf, isComplete, progressOf, ranked, withoutMember } from "./tally.ts";

const names = ["Ana", "ana", "Bo", "Åsa", "Zoe", "Éva", "Jonas"];
const cases = Array.from({ length: 300 }, (_, seed) => seed);

describe("ranks", () => {
  const randomEntries = (seed: number) => {
    const below = seeded(seed);
    return Array.from({ length: 1 + below(12) }, (_, i) => ({
      id: i,
      votes: below(5),
      user: { firstName: names[below(names.length)]!, lastName: String(below(3)) },
    }));
  };

  test.each(cases)("are shared on ties, and the next ranks are skipped (case %i)", (seed) => {
    const entries = randomEntries(seed);
    const result = ranked(entries, (entry) => entry.votes);
    const voted = entries.filter((entry) => entry.votes > 0);
    expect(result.map((entry) => entry.id).sort((a, b) => a - b)).toEqual(voted.map((entry) => entry.id));
    for (const entry of result) {
      expect(entry.rank).toBe(1 + voted.filter((other) => other.votes > entry.votes).length);
    }
    for (const [i, entry] of result.entries()) {
      const next = result[i + 1];
      if (!next) continue;
      expect(next.rank).toBeGreaterThanOrEqual(entry.rank);
      if (next.rank === entry.rank) {
        const [a, b] = [entry, next].map((e) => `${e.user.firstName} ${e.user.lastName}`) as [string, string];
        expect(a.localeCompare(b, "en", { sensitivity: "base", numeric: true })).toBeLessThanOrEqual(0);
      }
    }
  });

  test("of two winners and a third are 1, 1, 3", () => {
    const user = { firstName: "A", lastName: "B" };
    const result = ranked(
      [
        { user, votes: 1 },
        { user, votes: 4 },
        { user, votes: 4 },
      ],
      (entry) => entry.votes,
    );
    expect(result.map((entry) => entry.rank)).toEqual([1, 1, 3]);
  });
});

describe("an award", () => {
  const random = (seed: number): Ballots => {
    const below = seeded(seed);
    const crew = Array.from({ length: 1 + below(6) }, (_, i) => `p${i}`);
    const voters = crew.filter(() => below(3) > 0);
    return {
      crew,
      votes: new Map(voters.map((voter) => [voter, crew[below(crew.length)]!])),
      isClosed: below(4) === 0,
      wasComplete: below(4) === 0,
    };
  };

  test.each(cases)("shows no counts before it is complete, and each vote once after (case %i)", (seed) => {
    const ballots = random(seed);
    const total = [...countsOf(ballots).values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBe(isComplete(ballots) ? ballots.votes.size : 0);
  });

  test.each(cases)("stays revealed when the crew changes (case %i)", (seed) => {
    const ballots = random(seed);
    const later = { ...ballots, wasComplete: isComplete(ballots) };
    const joined = { ...later, crew: [...later.crew, "newcomer"] };
    const left = withoutMember(later, later.crew[0]!);
    if (later.wasComplete) {
      expect(isComplete(joined)).toBe(true);
      expect(isComplete(left)).toBe(true);
    }
    expect([...left.votes.entries()].flat()).not.toContain(later.crew[0]);
  });

  test("is not complete without a vote, closed or not", () => {
    expect(isComplete({ crew: [], votes: new Map(), isClosed: true, wasComplete: false })).toBe(false);
  });

  test("needs a vote of each crew member, or if complete the votes received", () => {
    const open = { votesReceived: 2, crewCount: 5, isComplete: false, isClosed: false };
    expect(progressOf(open).totalVotesNeeded).toBe(5);
    expect(progressOf({ ...open, isComplete: true }).totalVotesNeeded).toBe(2);
  });
});
