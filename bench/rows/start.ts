import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import type { Workspace } from "../workspace.ts";
import { type Program, startBare, startOurs } from "../programs.ts";
import { alternate } from "../rounds.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedSmall } from "../seed/squads.ts";
import { measureMemory } from "./memory.ts";

const viewer = 3;

/** Measures the time from the start of the process to the first correct answer, and the idle memory. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  return [...(await measureFirstAnswer(bench)), ...(await measureMemory(bench))];
}

async function measureFirstAnswer({ workspace, options }: Bench): Promise<Figure[]> {
  const site = await workspace.database("start", seedSmall);
  const dataDir = await workspace.dataDir("small", seedSmall);
  const results = await alternate(options.rounds + 1, {
    bare: async () => firstAnswer(() => startBare({ DATABASE_URL: site.url }), `/row/${idOf("user", viewer)}`),
    running: async () => firstAnswer(() => ours(workspace, { DATABASE_URL: site.url }), "/api/dashboard"),
    embedded: async () => firstAnswer(() => ours(workspace, { DATA_DIR: dataDir }), "/api/dashboard"),
  });
  // The first start fills Node's compile cache; later starts use it.
  const warm = results.slice(1);
  return [
    {
      row: 14,
      what: "first answer, a PostgreSQL running ÷ bare",
      goal: { atMost: 2.2 },
      ratios: warm.map(({ bare, running }) => running / bare),
    },
    {
      row: 14,
      what: "first answer, PostgreSQL started by us ÷ bare",
      goal: { atMost: 2.2 },
      ratios: warm.map(({ bare, embedded }) => embedded / bare),
    },
  ];
}

const ours = async (workspace: Workspace, environment: Record<string, string>) =>
  startOurs({ DATA_DIR: await workspace.folder("data"), ...environment });

/** Milliseconds from before the start of the process to the end of its first 200. */
async function firstAnswer(start: () => Promise<Program>, path: string): Promise<number> {
  const startedAt = performance.now();
  const program = await start();
  try {
    const response = await fetch(`http://127.0.0.1:${program.port}${path}`, {
      headers: { cookie: `session=${tokenOf(viewer)}` },
    });
    await response.text();
    if (response.status !== 200) throw new Error(`The first answer to ${path} was ${response.status}`);
    return performance.now() - startedAt;
  } finally {
    await program.stop();
  }
}
