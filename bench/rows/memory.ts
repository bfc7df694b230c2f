import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { commandOf, processTree, hasProc, pssOf } from "../proc.ts";
import { startBare, startLoad, startOurs } from "../programs.ts";
import { seedGallery } from "../seed/gallery.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedSmall } from "../seed/squads.ts";

const users = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Compares idle proportional memory after a few hundred equal requests: our server and its PostgreSQL, each with bare. All run at
 * the same time, so that they share memory alike.
 */
export async function measureMemory({ workspace, options }: Bench): Promise<Figure[]> {
  if (!hasProc) return [];
  const bareDir = await workspace.dataDir("bare", seedSmall);
  const smallDir = await workspace.dataDir("small", seedSmall);
  const largeDir = options.quick ? null : await workspace.dataDir("gallery", seedGallery(options));

  return workspace.onDataDir(bareDir, async (site) => {
    const started: { stop(): Promise<void> }[] = [];
    const keep = <P extends { stop(): Promise<void> }>(program: P) => {
      started.push(program);
      return program;
    };
    try {
      const bare = keep(await startBare({ DATABASE_URL: site.url }));
      const small = keep(await startOurs({ DATA_DIR: smallDir }));
      const large = largeDir && keep(await startOurs({ DATA_DIR: largeDir }));
      const load = keep(startLoad());
      const warmUp = (port: number, path: (n: number) => string) =>
        load.run({
          port,
          requests: Array.from({ length: 400 }, (_, i) => users[i % users.length]!).map((n) => ({
            method: "GET",
            path: path(n),
            token: tokenOf(n),
          })),
          connections: 8,
          expect: { status: 200, bytes: 10 },
        });
      await warmUp(bare.port, (n) => `/row/${idOf("user", n)}`);
      for (const server of [small, large]) if (server) await warmUp(server.port, () => "/api/dashboard");
      // Our server gives memory back ten seconds after its last request.
      await sleep(options.quick ? 15_000 : 45_000);

      const bareApp = pssOf([bare.pid]);
      const ours = memoryOf(small.pid);
      const figures: Figure[] = [
        { row: 14, what: "idle memory of the app ÷ bare", goal: { atMost: 1.7 }, ratios: [ours.app / bareApp] },
      ];
      // The pool keeps idle connections for longer than a quick run waits.
      if (!options.quick)
        figures.push({
          row: 14,
          what: "idle memory of its PostgreSQL ÷ bare's",
          goal: { atMost: 1.5 },
          ratios: [ours.postgres / pssOf(processTree([site.postmaster]))],
        });
      if (large) {
        const atMillion = memoryOf(large.pid);
        figures.push(
          {
            row: 14,
            what: "idle memory of the app, a million photos ÷ a few",
            goal: { atMost: 1.05 },
            ratios: [atMillion.app / ours.app],
          },
          {
            row: 14,
            what: "idle memory of its PostgreSQL, a million photos ÷ a few",
            goal: { atMost: 1.05 },
            ratios: [atMillion.postgres / ours.postgres],
          },
        );
      }
      return figures;
    } finally {
      for (const program of started.toReversed()) await program.stop();
    }
  });
}

/** The memory of a server and of its PostgreSQL, in bytes. */
function memoryOf(pid: number): { app: number; postgres: number } {
  const isPostgres = (member: number) => commandOf(member).includes("postgres");
  const family = processTree([pid]);
  return { app: pssOf(family.filter((member) => !isPostgres(member))), postgres: pssOf(family.filter(isPostgres)) };
}
