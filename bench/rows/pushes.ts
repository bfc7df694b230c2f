import { fork } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { hasProc, peakDuring } from "../proc.ts";
import { disconnect, sendMessage, startPushing } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { seedDevices } from "../seed/devices.ts";
import { idOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { withClient } from "../workspace.ts";

const service = path.resolve(import.meta.dirname, "../load/push-service.ts");
const trips = { small: 1, large: 2 } as const;

/** Compares an event to 10,000 people with pushes with one to ten: the time for each person, and the memory meanwhile. */
export async function measurePushes({ workspace, options }: Bench): Promise<Figure[]> {
  const crews = { small: 10, large: options.quick ? 500 : 10_000 } as const;
  const site = await workspace.database("pushes", async (client) => {
    await seedPeople(client, crews.large);
    for (const size of ["small", "large"] as const)
      await seedAwardTrips(client, {
        firstTrip: trips[size],
        trips: 1,
        crew: crews[size],
        awards: 1,
        firstAward: trips[size],
      });
    await seedDevices(client, crews.large);
    await client.query("update trip_members set joined_at = now() - interval '90 days'");
  });
  const child = fork(service);
  const { port } = await new Promise<{ port: number }>((ready) => child.once("message", ready as () => void));
  const ours = await startPushing({
    DATABASE_URL: site.url,
    DATA_DIR: await workspace.folder("data"),
    PUSH_PORT: String(port),
  });
  try {
    /** Resolves to the milliseconds for each person. */
    const event = (size: keyof typeof trips) => async () => {
      const done = sendMessage<{ ms: number }>(child, { pushes: crews[size] });
      await withClient(site.url, async (client) => {
        await client.query("insert into activity (kind, trip_id) values ('night_moved', $1)", [
          idOf("trip", trips[size]),
        ]);
        await client.query("insert into jobs.job (name, data) values ('pushes', '{}')");
      });
      return (await done).ms / (crews[size] - 1);
    };
    const sides = { small: event("small"), large: event("large") };
    await untilQueued(site.url);
    // Connections, the key of the site, and compiled code.
    await alternate(1, sides);
    const rounds = options.quick ? 1 : Math.min(options.rounds, 3);
    const results = await alternate(rounds, sides);
    const memory = [];
    /** An event to ten people is over before the memory is looked at. */
    const peak = (size: keyof typeof trips) =>
      peakDuring(
        () => [ours.pid],
        async () => {
          await sides[size]();
          await sleep(100);
        },
      );
    if (hasProc)
      for (let round = 0; round < rounds; round++) {
        const large = await peak("large");
        memory.push(large / (await peak("small")));
      }
    return [
      {
        row: 23,
        what: `time a person, event to ${crews.large} with pushes ÷ to ten`,
        goal: null,
        ratios: results.map(({ small, large }) => large / small),
      },
      {
        row: 23,
        what: "time a person of the large crew, of ten milliseconds",
        goal: null,
        ratios: results.map(({ large }) => large / 10),
      },
      { row: 23, what: "peak memory meanwhile ÷ of ten", goal: null, ratios: memory },
    ];
  } finally {
    await ours.stop();
    await disconnect(child);
  }
}

/** The server opens its queues a few seconds after its start. */
async function untilQueued(url: string): Promise<void> {
  const isThere = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ there: boolean }>("select to_regclass('jobs.queue') is not null there");
      return rows[0]!.there && (await client.query("select from jobs.queue where name = 'pushes'")).rowCount === 1;
    });
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 200));
}
