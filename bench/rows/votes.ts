import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { type Bench, runBoth, throughput } from "../pair.ts";
import { type BenchDatabase, withClient } from "../workspace.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { type Ballot, awards, crowd, members, spreadOver, upsert, vote } from "./ballots.ts";
import { measureKill } from "./votes-kill.ts";

/** The votes are spread over this many trips. The crowds have their own trips after these. */
const trips = 20;

/** Compares durable votes, rules included, with a bare upsert; measures a crowd that votes at once; checks the votes after `kill -9`. */
export async function measureVotes(bench: Bench): Promise<Figure[]> {
  const { rounds, quick } = bench.options;
  const spread = spreadOver(trips);
  const each = quick ? 2000 : 6000;
  const site = await bench.workspace.database("votes", async (client) => {
    // One member never votes, so that no award completes and all counts stay secret.
    const crew = members + 1;
    await seedPeople(client, crew);
    await seedAwardTrips(client, { firstTrip: 1, trips: trips + rounds, crew, awards, firstAward: 1 });
    await client.query("create table bare_votes (award uuid, voter uuid, nominee uuid, primary key (award, voter))");
  });
  const figures = await runBoth(bench, site, async ({ bare, ours, load }) => {
    const some = (round: number) => Array.from({ length: each }, (_, i) => spread(round * each + i));
    const ok = { status: 200, bytes: 10 };
    const run = (connections: number, ballots: (round: number) => Ballot[]) => ({
      theirs: (round: number) => load(bare, { requests: ballots(round).map(upsert), connections, expect: ok }),
      ours: (round: number) => load(ours, { requests: ballots(round).map(vote), connections, expect: ok }),
    });

    await alternate(1, run(32, some));
    const spreadOut = await alternate(
      rounds,
      run(32, (round) => some(round + 1)),
    );
    const firstAward = (round: number) => 1 + (trips + round) * awards;
    const atOnce = await alternate(
      rounds,
      run(members, (round) => crowd(firstAward(round))),
    );
    await checkStored(site, Math.min(members * awards * trips, each * (rounds + 1)) + rounds * members * awards);
    await checkBallot(ours.port, crowd(firstAward(0)));
    return [
      throughput(12, "votes ÷ bare upsert, answers a second", { atLeast: 0.6 }, spreadOut),
      {
        row: 12,
        what: "200 members × 10 awards at once: p99 ÷ 100 ms",
        goal: { atMost: 1 },
        ratios: atOnce.map(({ ours }) => ours.p99 / 100),
      },
      {
        row: 12,
        what: "200 members × 10 awards at once: p99 ÷ bare upsert's",
        goal: { atMost: 2 },
        ratios: atOnce.map(({ ours, theirs }) => ours.p99 / theirs.p99),
      },
    ];
  });
  return [...figures, await measureKill(bench)];
}

async function checkStored({ url }: BenchDatabase, expected: number) {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ votes: number; bare: number; wrong: number }>(
      `select (select count(*)::int from votes) votes, (select count(*)::int from bare_votes) bare,
        (select count(*)::int from bare_votes b full join votes v on v.category_id = b.award and v.voter_id = b.voter
         where v.nominee_id is distinct from b.nominee)
        + (select count(*)::int from categories c where c.votes_received <> (select count(*) from votes where category_id = c.id)) wrong`,
    );
    const { votes, bare, wrong } = rows[0]!;
    must(votes === expected && bare === expected, `${expected} votes were cast, ${votes} and ${bare} are stored`);
    must(wrong === 0, `${wrong} votes or counts are wrong`);
  });
}

async function checkBallot(port: number, cast: readonly Ballot[]) {
  const voter = 17;
  const mine = cast.filter((ballot) => ballot.voter === voter);
  const trip = Math.floor((mine[0]!.award - 1) / awards) + 1;
  const path = `/api/trips/${idOf("trip", trip)}/ballot`;
  const page = await checkedAnswer(port, "GET /api/trips/:id/ballot", path, tokenOf(voter));
  must(
    page.categories.every(({ nomineeId }, i) => nomineeId === idOf("user", mine[i]!.nominee)),
    "The ballot does not show the votes",
  );
}
