import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Job } from "../load/job.ts";
import { type Bench, runBoth, throughput } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedSquads } from "../seed/squads.ts";

const users = 200;
const everyone = Array.from({ length: users }, (_, i) => i + 1);

/** Compares the dashboard of people with 20 trips with reading one indexed row. */
export async function measureDashboard(bench: Bench): Promise<Figure[]> {
  const { rounds, roundMs } = bench.options;
  const site = await bench.workspace.database("dashboard", async (client) => {
    await seedPeople(client, users);
    await seedSquads(client, users, 20);
  });
  return runBoth(bench, site, async ({ bare, ours, load }) => {
    const dashboards = everyone.map((n) => ({ method: "GET", path: "/api/dashboard", token: tokenOf(n) }) as const);
    const rows = everyone.map((n) => ({ method: "GET", path: `/row/${idOf("user", n)}` }) as const);
    const ask = (requests: Job["requests"], forMs: number) =>
      load(ours, { requests, connections: 32, forMs, expect: { status: 200, bytes: 4000 } });
    const askBare = (forMs: number) =>
      load(bare, { requests: rows, connections: 32, forMs, expect: { status: 200, bytes: 100 } });
    const barePages = everyone.map((n) => ({ method: "GET", path: `/dashboard/${idOf("user", n)}` }) as const);
    const askBarePages = (forMs: number) =>
      load(bare, { requests: barePages, connections: 32, forMs, expect: { status: 200, bytes: 4000 } });

    await check(ours.port);
    await askBare(roundMs);
    await ask(dashboards, roundMs);
    await askBarePages(roundMs);
    const results = await alternate(rounds, {
      theirs: () => askBare(roundMs),
      ours: () => ask(dashboards, roundMs),
      page: () => askBarePages(roundMs),
    });
    await check(ours.port);
    return [
      throughput(1, "dashboard ÷ bare one row, answers a second", null, results),
      {
        row: 1,
        what: "dashboard ÷ bare one row, p99",
        goal: null,
        ratios: results.map(({ ours, theirs }) => ours.p99 / theirs.p99),
      },
      throughput(
        1,
        "the same rows, read plainly by a bare server ÷ bare one row",
        null,
        results.map(({ page, theirs }) => ({ ours: page, theirs })),
      ),
      throughput(
        1,
        "dashboard ÷ the same rows, read plainly by a bare server",
        { atLeast: 0.75 },
        results.map(({ page, ours: dashboard }) => ({ ours: dashboard, theirs: page })),
      ),
      {
        row: 1,
        what: "the same, p99",
        goal: { atMost: 1.5 },
        ratios: results.map(({ page, ours: dashboard }) => dashboard.p99 / page.p99),
      },
    ];
  });
}

async function check(port: number) {
  for (const n of [1, 77, 200]) {
    const page = await checkedAnswer(port, "GET /api/dashboard", "/api/dashboard", tokenOf(n));
    must(page.user.id === idOf("user", n), "The dashboard is someone else's");
    must(page.trips.length === 20 && page.squads.length === 2, "The dashboard does not show 20 trips of 2 squads");
    must(page.recentMedia.length === 12, "The dashboard does not show 12 photos");
    must(
      page.trips.every((trip) => trip.memberCount === 8 && trip.categoryCount === 5),
      "The trips' counts are wrong",
    );
  }
}
