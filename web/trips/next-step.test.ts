import { describe, expect, test } from "vitest";
import type { NightStage } from "#contract/night-time.ts";
import { type TripStep, isStarting, phaseOf, tripStepsOf } from "./next-step.ts";
import type { TripOverview } from "./queries.ts";

const today = "2026-07-12";
const phases = {
  before: { startDate: "2026-07-13T00:00:00.000Z", isActive: false },
  during: { startDate: "2026-07-12T00:00:00.000Z", isActive: true },
  after: { startDate: "2026-07-01T00:00:00.000Z", isActive: false },
};
const crewOfSome = { memberCount: 2, costBalance: 0 };
const awards = {
  none: { categoryCount: 0, allVotingComplete: false, awardsToVoteOn: 0, night: null },
  "open, mine missing": { categoryCount: 2, allVotingComplete: false, awardsToVoteOn: 1, night: null },
  "open, mine cast": { categoryCount: 2, allVotingComplete: false, awardsToVoteOn: 0, night: null },
  decided: { categoryCount: 2, allVotingComplete: true, awardsToVoteOn: 0, night: null },
};
const people = {
  /** An admin or member of the squad on the crew. */
  "the crew": { isMember: true, mayInvite: true, isCrew: true },
  "crew of an example, or removed from the squad": { isMember: true, mayInvite: false, isCrew: true },
  "a squad member off the crew": { isMember: true, mayInvite: true, isCrew: false },
  "an onlooker": { isMember: false, mayInvite: false, isCrew: false },
};

type Table = Record<keyof typeof phases, Record<keyof typeof awards, readonly TripStep[]>>;

const steps: Record<keyof typeof people, Table> = {
  "the crew": {
    before: {
      none: ["invite", "add-awards"],
      "open, mine missing": ["invite", "vote"],
      "open, mine cast": ["invite", "done"],
      decided: ["invite", "view-awards"],
    },
    during: {
      none: ["add-photos", "add-awards"],
      "open, mine missing": ["add-photos", "vote"],
      "open, mine cast": ["add-photos", "done"],
      decided: ["add-photos", "view-awards"],
    },
    after: {
      none: ["add-awards"],
      "open, mine missing": ["vote"],
      "open, mine cast": ["done"],
      decided: ["view-awards"],
    },
  },
  "crew of an example, or removed from the squad": {
    before: {
      none: ["add-awards"],
      "open, mine missing": ["vote"],
      "open, mine cast": ["done"],
      decided: ["view-awards"],
    },
    during: {
      none: ["add-photos", "add-awards"],
      "open, mine missing": ["add-photos", "vote"],
      "open, mine cast": ["add-photos", "done"],
      decided: ["add-photos", "view-awards"],
    },
    after: {
      none: ["add-awards"],
      "open, mine missing": ["vote"],
      "open, mine cast": ["done"],
      decided: ["view-awards"],
    },
  },
  "a squad member off the crew": {
    before: {
      none: ["invite", "add-awards"],
      "open, mine missing": ["invite"],
      "open, mine cast": ["invite"],
      decided: ["invite", "view-awards"],
    },
    during: {
      none: ["add-photos", "add-awards"],
      "open, mine missing": ["add-photos"],
      "open, mine cast": ["add-photos"],
      decided: ["add-photos", "view-awards"],
    },
    after: { none: ["add-awards"], "open, mine missing": [], "open, mine cast": [], decided: ["view-awards"] },
  },
  "an onlooker": {
    before: { none: [], "open, mine missing": [], "open, mine cast": [], decided: ["see-results"] },
    during: { none: [], "open, mine missing": [], "open, mine cast": [], decided: ["see-results"] },
    after: { none: [], "open, mine missing": [], "open, mine cast": [], decided: ["see-results"] },
  },
};

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[];

test("a closed vote leads to the night, and a running show is the only step", () => {
  const trip = { ...crewOfSome, ...phases.during, ...awards["open, mine cast"] };
  const { isCrew: _, ...rights } = people["the crew"];
  const steps = (stage: NightStage) =>
    tripStepsOf({ ...trip, night: { stage, startsAt: "2026-08-01T20:00:00.000Z" } }, rights, today);
  expect(steps("planned")).toEqual(["add-photos", "done"]);
  expect(steps("closed")).toEqual(["add-photos", "see-you"]);
  expect(steps("live")).toEqual(["join-show"]);
  expect(steps("over")).toEqual(["add-photos", "done"]);
});

test("on the day of its night the evening comes first, with a vote that is missing", () => {
  const { isCrew: _, ...rights } = people["the crew"];
  const steps = (state: keyof typeof awards, stage: NightStage, startsAt: string | null) =>
    tripStepsOf({ ...crewOfSome, ...phases.during, ...awards[state], night: { stage, startsAt } }, rights, today);
  const noon = new Date(`${today}T12:00:00`).toJSON();
  expect(steps("open, mine missing", "planned", noon)).toEqual(["night", "vote"]);
  expect(steps("open, mine cast", "planned", noon)).toEqual(["night"]);
  expect(steps("open, mine cast", "closed", noon)).toEqual(["night"]);
  expect(steps("open, mine cast", "live", noon)).toEqual(["join-show"]);
  expect(steps("decided", "over", noon)).toEqual(["add-photos", "view-awards"]);
  expect(steps("open, mine missing", "planned", null)).toEqual(["add-photos", "vote"]);
  expect(steps("open, mine missing", "planned", "2026-07-14T12:00:00.000Z")).toEqual(["add-photos", "vote"]);
});

describe.each(keysOf(people))("for %s", (who) => {
  test.each(keysOf(phases))("the steps %s a trip follow its awards", (when) => {
    const { isCrew, ...rights } = people[who];
    const found = keysOf(awards).map((state) => {
      const trip = { ...crewOfSome, ...phases[when], ...awards[state], ...(!isCrew && { awardsToVoteOn: null }) };
      return [state, tripStepsOf(trip, rights, today)];
    });
    expect(Object.fromEntries(found)).toEqual(steps[who][when]);
  });
});

describe("whoever is alone on a crew", () => {
  const of = (when: keyof typeof phases, who: keyof typeof people, state: keyof typeof awards = "none") => {
    const { isCrew, ...rights } = people[who];
    const trip = {
      memberCount: 1,
      costBalance: 0,
      ...phases[when],
      ...awards[state],
      ...(!isCrew && { awardsToVoteOn: null }),
    };
    return tripStepsOf(trip, rights, today);
  };
  test.each(keysOf(phases))("brings somebody first, also %s the trip", (when) => {
    expect(of(when, "the crew")).toEqual(["invite", "add-awards"]);
    expect(of(when, "the crew", "open, mine missing")).toEqual(["invite", "vote"]);
    expect(of(when, "the crew", "decided")).toEqual(["invite", "view-awards"]);
  });

  test("goes on as others do where nobody can be invited", () => {
    expect(of("during", "crew of an example, or removed from the squad")).toEqual(["add-photos", "add-awards"]);
  });

  test("is not the member of the squad who looks on", () => {
    expect(of("during", "a squad member off the crew")).toEqual(["add-photos", "add-awards"]);
  });
});

describe("whoever owes or gets something", () => {
  const { isCrew: _, ...rights } = people["the crew"];
  const of = (when: keyof typeof phases, state: keyof typeof awards, costBalance: number | null) =>
    tripStepsOf({ memberCount: 2, ...phases[when], ...awards[state], costBalance }, rights, today);

  test.each([-1, 4210])("settles up after the trip, once they have voted, with a balance of %i", (balance) => {
    expect(of("after", "open, mine missing", balance)).toEqual(["vote"]);
    expect(of("after", "open, mine cast", balance)).toEqual(["settle-up", "done"]);
    expect(of("after", "decided", balance)).toEqual(["settle-up", "view-awards"]);
    expect(of("after", "none", balance)).toEqual(["settle-up", "add-awards"]);
  });

  test("does not before the trip is over", () => {
    expect(of("before", "decided", 1)).toEqual(["invite", "view-awards"]);
    expect(of("during", "decided", 1)).toEqual(["add-photos", "view-awards"]);
  });

  test("is nobody who is even, or may not see the costs", () => {
    for (const balance of [0, null]) expect(of("after", "decided", balance)).toEqual(["view-awards"]);
  });
});

test("a trip that starts today, but is not on yet for the server, is still to come", () => {
  expect(phaseOf({ startDate: `${today}T00:00:00.000Z`, isActive: false }, today)).toBe("before");
});

describe("a trip is getting going", () => {
  type Trip = TripOverview["trip"];
  const starts = (trip: Partial<Trip>, viewer: Partial<Trip["viewer"]> = {}, isDemo = false) => {
    const bare = {
      endDate: "2026-07-13T00:00:00.000Z",
      memberCount: 1,
      categoryCount: 0,
      photoCount: 0,
      videoCount: 0,
      viewer: { isCrew: true, isInSquad: true, ...viewer },
    };
    return isStarting({ trip: { ...bare, ...trip } as Trip, squad: { isDemo } as TripOverview["squad"] }, today);
  };

  test("until it has people, awards and photos", () => {
    expect(starts({})).toBe(true);
    expect(starts({ memberCount: 2, categoryCount: 10 })).toBe(true);
    expect(starts({ memberCount: 2, photoCount: 1 })).toBe(true);
    expect(starts({ categoryCount: 10, photoCount: 1 })).toBe(true);
    expect(starts({ memberCount: 2, categoryCount: 10, photoCount: 1 })).toBe(false);
    expect(starts({ memberCount: 2, categoryCount: 10, videoCount: 1 })).toBe(false);
  });

  test("until its last day, for the crew alone, and not in an example", () => {
    expect(starts({ endDate: `${today}T00:00:00.000Z` })).toBe(true);
    expect(starts({ endDate: "2026-07-11T00:00:00.000Z" })).toBe(false);
    expect(starts({}, { isCrew: false })).toBe(false);
    expect(starts({}, {}, true)).toBe(false);
  });
});
