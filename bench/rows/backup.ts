import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { seedYear, wholeYear } from "../seed/year.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** Compares backing up a site of a year, and restoring it, with a copy of its folder that is flushed to the disk. */
export async function measureBackup({ workspace, options }: Bench): Promise<Figure[]> {
  const year = options.quick ? { small: 2000, large: 20 } : wholeYear;
  const dataDir = await workspace.dataDir("year", seedYear(year));
  const command = (name: string, args: readonly string[], folder: string) =>
    run(process.execPath, [path.join(root, "server/commands", name), ...args], {
      env: { PATH: process.env["PATH"], DATA_DIR: folder, LOG_LEVEL: "error", MIN_FREE_BYTES: "0" },
      cwd: root,
    });
  const results = await alternate(options.quick ? 1 : 3, {
    all: async () => {
      const copy = await workspace.folder("copy");
      const place = await workspace.folder("backup");
      const restored = path.join(await workspace.folder("restored"), "data");
      const backup = () => command("backup.ts", ["--to", place], dataDir);
      return {
        copy: await seconds(() => run("sh", ["-c", 'cp -a "$1" "$2" && sync', "sh", dataDir, copy])),
        first: await seconds(backup),
        second: await seconds(backup),
        restore: await seconds(() => command("restore.ts", ["--from", place, "--yes"], restored)),
      };
    },
  });
  const ratio = (what: string, of: (times: Times) => number): Figure => ({
    row: 21,
    what,
    goal: null,
    ratios: results.map(({ all }) => of(all)),
  });
  return [
    ratio("first backup of a year ÷ copy of its folder", ({ first, copy }) => first / copy),
    ratio("backup of a day later, without new photos ÷ copy of its folder", ({ second, copy }) => second / copy),
    ratio("restore of a year ÷ copy of its folder", ({ restore, copy }) => restore / copy),
  ];
}

type Times = Readonly<Record<"copy" | "first" | "second" | "restore", number>>;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
