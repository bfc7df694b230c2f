import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { type Bench, runBoth, throughput } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { seedCosts } from "../seed/costs.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";

const crew = 9;
/** How many costs the two trips have, by their number. */
const costs = { 1: 20, 2: 2000 } as const;

/** Measures how fast the books of a trip with 2,000 costs are read, as a ratio to those of a trip with 20. */
export async function measureCosts(bench: Bench): Promise<Figure[]> {
  const { rounds, roundMs } = bench.options;
  const site = await bench.workspace.database("costs", async (client) => {
    await seedPeople(client, crew);
    await seedAwardTrips(client, { firstTrip: 1, trips: 2, crew, awards: 1, firstAward: 1 });
    for (const trip of [1, 2] as const) await seedCosts(client, trip, costs[trip], crew);
  });
  return runBoth(bench, site, async ({ ours, load }) => {
    const by = (path: string) => () =>
      load(ours, {
        requests: [{ method: "GET", path, token: tokenOf(2) }],
        connections: 16,
        forMs: roundMs,
        expect: { status: 200, bytes: 1000 },
      });
    const page = (trip: 1 | 2, query: string) => `/api/trips/${idOf("trip", trip)}/costs${query}`;
    const sides = {
      few: by(page(1, "?limit=20")),
      many: by(page(2, "?limit=20")),
      manyByHundred: by(page(2, "")),
      manyMine: by(page(2, `?limit=20&person=${idOf("user", 2)}`)),
      tripFew: by(`/api/trips/${idOf("trip", 1)}`),
      tripMany: by(`/api/trips/${idOf("trip", 2)}`),
    };
    for (const trip of [1, 2] as const) {
      const books = await checkedAnswer(ours.port, "GET /api/trips/:id/costs", page(trip, "?limit=20"), tokenOf(2));
      must(books.count === costs[trip] && books.costs.length === 20, "The books do not have a page of costs");
    }
    await alternate(1, sides);
    const results = await alternate(rounds, sides);
    const figure = (what: string, goal: Figure["goal"], one: keyof typeof sides, other: keyof typeof sides) =>
      throughput(
        26,
        what,
        goal,
        results.map((round) => ({ ours: round[one], theirs: round[other] })),
      );
    return [
      figure("books with 2,000 costs ÷ with 20, a page of 20", { atLeast: 0.5 }, "many", "few"),
      figure("the same, costs of one person", null, "manyMine", "few"),
      figure("the same, a page of a hundred", null, "manyByHundred", "few"),
      figure("trip with 2,000 costs ÷ with 20", null, "tripMany", "tripFew"),
    ];
  });
}
