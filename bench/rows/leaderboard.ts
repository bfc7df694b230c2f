import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { type Bench, type Measured, runBoth, throughput } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips, seedVotes } from "../seed/awards.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";

/** Trips with one award, by the number of voters. All vote for the same ten people. */
const counted = { few: 1, some: 2, many: 3 } as const;
const voters = { few: 100, some: 10_000, many: 100_000 } as const;
/** Trips with ten open awards, by the size of the crew. */
const open = { small: 4, large: 5 } as const;
const crews = { small: 10, large: 1000 } as const;

/** Compares leaderboards after many votes and after few, and the ballot of a large crew with that of a small one. */
export async function measureLeaderboard(bench: Bench): Promise<Figure[]> {
  const { rounds, roundMs } = bench.options;
  const site = await bench.workspace.database("leaderboard", async (client) => {
    await seedPeople(client, voters.many);
    for (const size of ["few", "some", "many"] as const) {
      const trip = counted[size];
      await seedAwardTrips(client, { firstTrip: trip, trips: 1, crew: voters[size], awards: 1, firstAward: trip });
      await seedVotes(client, trip, voters[size], 10);
    }
    for (const size of ["small", "large"] as const) {
      const trip = open[size];
      const firstAward = 10 * trip;
      await seedAwardTrips(client, { firstTrip: trip, trips: 1, crew: crews[size], awards: 10, firstAward });
      await seedVotes(client, trip, crews[size] / 2, 5);
    }
  });
  return runBoth(bench, site, async ({ bare, ours, load }) => {
    const viewers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const get = (path: string) => () =>
      load(ours, {
        requests: viewers.map((n) => ({ method: "GET", path, token: tokenOf(n) })),
        connections: 32,
        forMs: roundMs,
        expect: { status: 200, bytes: 1000 },
      });
    const leaderboard = (trip: number) => get(`/api/categories/${idOf("category", trip)}/leaderboard`);
    const overall = (trip: number) => get(`/api/trips/${idOf("trip", trip)}/overall-leaderboard`);
    const ballot = (trip: number) => get(`/api/trips/${idOf("trip", trip)}/ballot`);
    const bareRow = () =>
      load(bare, {
        requests: viewers.map((n) => ({ method: "GET", path: `/row/${idOf("user", n)}` })),
        connections: 32,
        forMs: roundMs,
        expect: { status: 200, bytes: 100 },
      });
    const sides = {
      bareRow,
      leaderboardFew: leaderboard(counted.few),
      leaderboardSome: leaderboard(counted.some),
      leaderboardMany: leaderboard(counted.many),
      overallFew: overall(counted.few),
      overallMany: overall(counted.many),
      ballotSmall: ballot(open.small),
      ballotLarge: ballot(open.large),
    };
    await check(ours.port);
    await alternate(1, sides);
    const results = await alternate(rounds, sides);
    await check(ours.port);

    type Side = keyof typeof sides;
    const figure = (what: string, atLeast: number, one: Side, other: Side) =>
      throughput(
        13,
        what,
        { atLeast },
        results.map((round: Record<Side, Measured>) => ({ ours: round[one], theirs: round[other] })),
      );
    return [
      figure("leaderboard after 10 thousand votes ÷ after 100", 0.95, "leaderboardSome", "leaderboardFew"),
      figure("leaderboard after 100 thousand votes ÷ after 100", 0.95, "leaderboardMany", "leaderboardFew"),
      figure("overall standing after 100 thousand votes ÷ after 100", 0.95, "overallMany", "overallFew"),
      figure("leaderboard after 100 thousand votes ÷ bare one row", 0.5, "leaderboardMany", "bareRow"),
      figure("ballot of a crew of 1000 ÷ of 10", 0.9, "ballotLarge", "ballotSmall"),
    ];
  });
}

async function check(port: number) {
  const token = tokenOf(7);
  for (const size of ["few", "some", "many"] as const) {
    const category = `/api/categories/${idOf("category", counted[size])}/leaderboard`;
    const entries = await checkedAnswer(port, "GET /api/categories/:id/leaderboard", category, token);
    must(entries.length === 10, "The leaderboard does not have ten entries");
    must(
      entries.every((entry) => entry.voteCount === voters[size] / 10 && entry.rank === 1),
      "The leaderboard counts wrongly",
    );
    const trip = `/api/trips/${idOf("trip", counted[size])}/overall-leaderboard`;
    const overallEntries = await checkedAnswer(port, "GET /api/trips/:id/overall-leaderboard", trip, token);
    must(
      overallEntries.length === 10 && overallEntries.every((entry) => entry.totalVotes === voters[size] / 10),
      "The overall standing counts wrongly",
    );
  }
  for (const size of ["small", "large"] as const) {
    const path = `/api/trips/${idOf("trip", open[size])}/ballot`;
    const page = await checkedAnswer(port, "GET /api/trips/:id/ballot", path, token);
    must(page.mayVote && page.categories.length === 10, "The ballot does not show ten awards to vote on");
    must(
      page.categories.every(({ progress }) => progress.votesReceived === crews[size] / 2 && !progress.isComplete),
      "The ballot's progress is wrong",
    );
  }
}
