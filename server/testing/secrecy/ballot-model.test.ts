import { describe, expect, test } from "vitest";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import {
  type Ballots,
  closed,
  countsOf,
  mayDecline,
  newBallots,
  takesVote,
  withMember,
  withVote,
  withoutName,
  withoutMember,
} from "./ballot-model.ts";

const cases = Array.from({ length: 300 }, (_, seed) => seed);

describe("an award", () => {
  /** An award after random votes, departures, arrivals, and perhaps a close. */
  const random = (seed: number): Ballots => {
    const below = seeded(seed);
    const crew = Array.from({ length: 2 + below(6) }, (_, i) => `p${i}`);
    let award = newBallots(crew);
    for (let step = 0; step < 12; step++) {
      const [voter, nominee] = [`p${below(crew.length)}`, `p${below(crew.length)}`];
      const isOn = award.crew.includes(voter);
      const what = below(8);
      if (what === 0 && isOn && award.crew.length > 1) award = withoutMember(award, voter);
      else if (what === 1 && !isOn) award = withMember(award, voter);
      else if (what === 2 && award.votes.size >= 3) award = closed(award);
      else if (what === 3 && mayDecline(award, voter)) award = withoutName(award, voter);
      else if (takesVote(award, voter, nominee)) award = withVote(award, voter, nominee);
    }
    return award;
  };
  const votersOf = ({ votes }: Ballots) => [...votes.keys()].sort();

  test.each(cases)("shows no counts before it is complete, and each valid vote once after (case %i)", (seed) => {
    const award = random(seed);
    const total = [...countsOf(award).values()].reduce((sum, count) => sum + count, 0);
    const valid = [...award.votes.values()].filter((nominee) => nominee !== null);
    const isCounted = award.isComplete && award.counted !== null;
    expect(total).toBe(isCounted ? valid.length : 0);
  });

  test.each(cases)("that is complete does not change with the crew (case %i)", (seed) => {
    const award = random(seed);
    if (!award.isComplete) return;
    for (const changed of [withMember(award, "newcomer"), ...award.crew.map((id) => withoutMember(award, id))]) {
      expect(changed).toEqual({ ...award, crew: changed.crew });
    }
    expect(takesVote(withMember(award, "newcomer"), "newcomer", "newcomer")).toBe(false);
  });

  test.each(cases)("that is open loses only the ballot of a person who leaves (case %i)", (seed) => {
    const award = random(seed);
    if (award.isComplete) return;
    for (const gone of award.crew) {
      const left = withoutMember(award, gone);
      expect(votersOf(left)).toEqual(votersOf(award).filter((voter) => voter !== gone));
      expect([...left.votes.values()]).not.toContain(gone);
      const back = withMember(left, gone);
      expect(back.votes).toEqual(left.votes);
    }
  });

  test.each(cases)("loses no voter to a person who takes their own name off (case %i)", (seed) => {
    const award = random(seed);
    for (const shy of award.crew.filter((id) => mayDecline(award, id))) {
      const changed = withoutName(award, shy);
      expect(votersOf(changed)).toEqual(votersOf(award));
      expect([...changed.votes.values()]).not.toContain(shy);
      expect(award.crew.filter((voter) => takesVote(changed, voter, shy))).toEqual([]);
    }
  });

  /** An award of this crew after these votes, each of a voter for a nominee. */
  const voted = (crew: readonly string[], ...votes: readonly (readonly [string, string])[]) =>
    votes.reduce((award, [voter, nominee]) => withVote(award, voter, nominee), newBallots(crew));
  const five = ["ana", "bo", "cleo", "dora", "eve"];

  test("with a void ballot can complete, and takes another vote of its voter", () => {
    const open = voted(five, ["ana", "eve"], ["bo", "bo"], ["cleo", "bo"], ["dora", "ana"]);
    const award = withoutMember(open, "eve");
    expect(award.isComplete).toBe(true);
    expect(countsOf(award)).toEqual(new Map(Object.entries({ bo: 2, ana: 1 })));
    expect(takesVote(award, "ana", "bo")).toBe(true);
    expect(countsOf(withVote(award, "ana", "bo"))).toEqual(new Map(Object.entries({ bo: 3, ana: 1 })));
    expect(takesVote(closed(award), "ana", "bo")).toBe(false);
  });

  test("of a crew that stays the same completes with the last choice", () => {
    for (let size = 1; size <= 5; size++) {
      const crew = five.slice(0, size);
      const award = voted(crew, ...crew.map((voter) => [voter, "ana"] as const));
      expect(award.isComplete).toBe(true);
      expect([...countsOf(award)]).toEqual([["ana", size]]);
    }
  });

  test("stays open where everybody has voted and the counts would tell", () => {
    const two = voted(["ana", "bo", "cleo"], ["ana", "bo"], ["bo", "bo"]);
    const shrunk = withoutMember(two, "cleo");
    expect(shrunk.isComplete).toBe(false);
    const grown = withMember(voted(["ana", "bo"], ["ana", "bo"]), "cleo");
    expect(withVote(withoutMember(grown, "cleo"), "bo", "bo").isComplete).toBe(false);
    const all = withVote(withVote(grown, "bo", "bo"), "cleo", "cleo");
    expect(all.isComplete).toBe(true);
  });

  test("needs the choices of half of the largest crew, or five", () => {
    const crew = Array.from({ length: 11 }, (_, i) => `p${i}`);
    const after = (votes: number, size: number) => {
      let award = voted(crew.slice(0, size), ...crew.slice(0, votes).map((voter) => [voter, "p0"] as const));
      for (const gone of crew.slice(votes, size)) award = withoutMember(award, gone);
      return award.isComplete;
    };
    expect([after(3, 6), after(3, 7), after(4, 8), after(4, 9), after(5, 11)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test("that an organizer closes below the bound ends uncounted", () => {
    const open = withoutMember(voted(five, ["ana", "eve"], ["bo", "eve"], ["cleo", "bo"]), "eve");
    const award = closed(open);
    expect(award).toMatchObject({ isComplete: true, isClosed: true, counted: null });
    expect([...countsOf(award)]).toEqual([]);
    expect([...award.votes.values()]).toEqual([null, null, null]);
  });
});
