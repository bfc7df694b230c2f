import { get } from "node:http";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { type Bench, runBoth } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { idOf, idSql, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { nextYearsEvening } from "../../server/testing/evening.ts";

const crew = 200;
const awards = 20;
const pagesEach = 5;
/** A round takes a few hundredths of a second, so there are more of them than in other rows. */
const roundsFactor = 3;
/** Each round moves the show by one card, and the seeded show has more cards than this. */
const maxRounds = 28;
const warmUpRounds = 12;

/** Measures how fast a card reaches the last of 1,000 open pages, beside a bare broadcast, and how long a large night takes to close. */
export async function measureNights(bench: Bench): Promise<Figure[]> {
  const rounds = Math.min(bench.options.rounds * roundsFactor, maxRounds);
  const site = await bench.workspace.database("nights", async (client) => {
    await seedPeople(client, crew);
    await seedAwardTrips(client, { firstTrip: 1, trips: rounds + 1, crew, awards, firstAward: 1 });
    await client.query(
      `insert into votes (category_id, voter_id, nominee_id)
       select c.id, ${idSql("user", "u")}, ${idSql("user", "1 + u % 7")} from categories c, generate_series(1, ${crew}) u`,
    );
    await client.query("update categories set votes_received = $1", [crew]);
  });
  return runBoth(bench, site, async ({ bare, ours }) => {
    const host = caller(ours.port, tokenOf(1));
    const nightOf = (trip: number) => `/api/trips/${idOf("trip", trip)}/night`;
    const plan = { startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" };
    const closes: number[] = [];
    for (let trip = 1; trip <= rounds + 1; trip++) {
      await host(nightOf(trip), plan);
      const startedAt = performance.now();
      await host(`${nightOf(trip)}/close`, {});
      closes.push(performance.now() - startedAt);
    }

    const show = nightOf(1);
    let { position, card } = (await host(`${show}/start`, {})) as { position: number; card: object };
    const ourPages = await openPages(ours.port, (n) => ["/api/live", tokenOf(1 + (n % crew))]);
    const barePages = await openPages(bare.port, () => ["/stream", ""]);
    const tellAll = caller(bare.port, "");
    const sides = {
      theirs: () => barePages.timeToLast(() => tellAll("/broadcast", { kind: "night", card })),
      ours: () =>
        ourPages.timeToLast(async () => {
          ({ position, card } = (await host(`${show}/next`, { position })) as { position: number; card: object });
        }),
    };
    await alternate(warmUpRounds, sides);
    const told = await alternate(rounds, sides);
    ourPages.close();
    barePages.close();
    return [
      {
        row: 20,
        what: "a card to the last of 1,000 open pages ÷ bare broadcast",
        goal: { atMost: 1.25 },
        ratios: told.map(({ ours: mine, theirs }) => mine / theirs),
      },
      {
        row: 20,
        what: "close of a night of 20 awards × 200 voters ÷ 1 s",
        goal: { atMost: 1 },
        ratios: closes.slice(1).map((ms) => ms / 1000),
      },
    ];
  });
}

/** Returns a function that posts JSON and returns the reply. It throws unless the reply is a success. */
const caller = (port: number, token: string) => async (path: string, body: object) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `session=${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  must(response.ok, `${path} answered ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
};

/** Opens the pages of the crew, each with a stream of its own. */
async function openPages(port: number, of: (n: number) => readonly [path: string, token: string]) {
  const count = crew * pagesEach;
  let told = 0;
  let allTold = () => {};
  const requests = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const [path, token] = of(n);
      return new Promise<ReturnType<typeof get>>((resolve, reject) => {
        const request = get({ port, path, agent: false, headers: { cookie: `session=${token}` } }, (response) => {
          must(response.statusCode === 200, `${path} answered ${response.statusCode}`);
          response.setEncoding("utf8");
          response.on("data", (text: string) => {
            if (!text.includes('"kind":"night"')) return;
            told++;
            if (told === count) allTold();
          });
          response.once("data", () => resolve(request));
          response.on("error", () => {});
        });
        request.on("error", reject);
      });
    }),
  );
  return {
    /** The milliseconds from a call to the moment when the last page has heard of it. */
    async timeToLast(tell: () => Promise<unknown>): Promise<number> {
      told = 0;
      const all = new Promise<void>((resolve) => (allTold = resolve));
      const startedAt = performance.now();
      await Promise.all([tell(), all]);
      return performance.now() - startedAt;
    },
    close: () => requests.forEach((request) => request.destroy()),
  };
}
