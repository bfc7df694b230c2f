import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { withClient } from "../workspace.ts";
import { processTree, hasProc } from "../proc.ts";
import { startLoad, startOurs } from "../programs.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { idOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { crowd, vote } from "./ballots.ts";

/**
 * A crowd votes on a server with its own database. Right after the last answer, `kill -9` ends the server and PostgreSQL. The ratio
 * is the share of answered votes that the next start finds.
 */
export async function measureKill({ workspace }: Bench): Promise<Figure> {
  const dataDir = await workspace.dataDir("votes", async (client) => {
    await seedPeople(client, 201);
    await seedAwardTrips(client, { firstTrip: 1, trips: 1, crew: 201, awards: 10, firstAward: 1 });
  });
  const ballots = crowd(1);
  const load = startLoad();
  try {
    const server = await startOurs({ DATA_DIR: dataDir });
    const { answers } = await load
      .run({
        port: server.port,
        requests: ballots.map(vote),
        connections: 200,
        expect: { status: 200, bytes: 10 },
      })
      .finally(() => killAll(server.pid));
    must(answers === ballots.length, `${answers} of ${ballots.length} votes were answered`);
  } finally {
    await load.stop();
  }
  const again = await startOurs({ DATA_DIR: dataDir });
  await again.stop();

  const stored = await workspace.onDataDir(dataDir, ({ url }) =>
    withClient(url, (client) =>
      client.query<{ key: string }>("select concat(category_id, voter_id, nominee_id) key from votes"),
    ),
  );
  const keys = new Set(stored.rows.map(({ key }) => key));
  const kept = ballots.filter((ballot) =>
    keys.has(idOf("category", ballot.award) + idOf("user", ballot.voter) + idOf("user", ballot.nominee)),
  );
  return {
    row: 12,
    what: "votes found after kill -9 ÷ votes answered",
    goal: { atLeast: 1 },
    ratios: [kept.length / ballots.length],
  };
}

/** Kills the server and, on systems with /proc, its PostgreSQL. */
function killAll(pid: number): void {
  for (const member of hasProc ? processTree([pid]) : [pid]) process.kill(member, "SIGKILL");
}
