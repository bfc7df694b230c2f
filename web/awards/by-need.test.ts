import { expect, test } from "vitest";
import type { TripAwards } from "#contract/awards.ts";
import type { NightStage } from "#contract/night-time.ts";
import { byNeed, mayChangeVotes, votedWords } from "./by-need.ts";

const trip = (name: string, start: string, awardsToVoteOn = 0): TripAwards => ({
  trip: {
    id: name,
    squadId: null,
    name,
    location: "",
    description: "",
    startDate: `${start}T00:00:00.000Z`,
    endDate: `${start}T00:00:00.000Z`,
    photoUrl: null,
    coverUrl: null,
    isActive: false,
    isPublic: false,
    memberCount: 4,
    confirmedOnly: false,
    voterCount: 4,
    categoryCount: 1,
    mediaCount: 0,
    allVotingComplete: false,
    createdAt: "",
  },
  isCrew: true,
  awardsToVoteOn,
  night: null,
  bestPhotos: [],
  categories: [],
});

const open = (missing: readonly string[], votesReceived = 4 - missing.length): TripAwards["categories"][number] => ({
  category: { id: "one", tripId: "trip", name: "", description: "", icon: "", color: "", order: 0 },
  leaderboard: [],
  receipt: null,
  votingProgress: {
    votesReceived,
    totalVotesNeeded: 4,
    isComplete: missing.length === 0,
    isClosed: false,
    usersWhoHaventVoted: missing.map((id) => ({ id, firstName: id, lastName: "", bio: null, profileImageUrl: null })),
  },
});

test("trips to vote on come first, then those that have begun, then those to come", () => {
  const trips = [trip("coming", "2026-12-05", 2), trip("decided", "2026-11-01"), trip("running", "2026-10-19", 1)];
  expect(byNeed(trips, "2026-11-20").map((one) => one.trip.name)).toEqual(["running", "decided", "coming"]);
});

test("people count as voters once they have voted on every open award", () => {
  const of = (...categories: TripAwards["categories"]) => votedWords({ ...trip("now", "2026-10-19"), categories });
  expect(of(open(["bo"]), open(["bo", "cleo"]), open([]))).toBe("2 of 4 have voted");
  expect(of(open(["bo"], 1))).toBeNull();
});

test("people change votes while others' are missing, unless a night closed them", () => {
  const mine = { ...trip("now", "2026-10-19"), categories: [open(["bo"])] };
  const night = (stage: NightStage) => ({ startsAt: "", timeZone: "UTC", stage, overAt: null, noSelfVotes: false });
  expect(mayChangeVotes(mine)).toBe(true);
  expect(
    (["planned", "closed", "live", "over"] as const).filter((stage) =>
      mayChangeVotes({ ...mine, night: night(stage) }),
    ),
  ).toEqual(["planned", "over"]);
  for (const other of [{ isCrew: false }, { awardsToVoteOn: 1 }, { categories: [open([])] }])
    expect(mayChangeVotes({ ...mine, ...other })).toBe(false);
});
