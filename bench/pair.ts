import type { Figure } from "./figure.ts";
import type { Job, Outcome } from "./load/job.ts";
import type { Options } from "./options.ts";
import type { Workspace, BenchDatabase } from "./workspace.ts";
import { cpuSeconds } from "./proc.ts";
import { type Load, type Program, startBare, startLoad, startOurs } from "./programs.ts";

export interface Bench {
  readonly workspace: Workspace;
  readonly options: Options;
}

/** One side's outcome in one round. */
export interface Measured extends Outcome {
  readonly perSecond: number;
  /** Seconds of processor time per answer: the server's, then PostgreSQL's. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

/** The two servers on one database, and the load client. */
export interface Pair {
  readonly bare: Program;
  readonly ours: Program;
  /** Puts one server under load and measures it. */
  load(side: Program, job: Omit<Job, "port">): Promise<Measured>;
}

/** Runs both servers on one database while `work` runs. */
export async function runBoth<T>(
  { workspace }: Bench,
  site: BenchDatabase,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const environment = {
    DATABASE_URL: site.url,
    DATA_DIR: await workspace.folder("data"),
    FILES_DIR: await workspace.folder("files"),
  };
  const started: { stop(): Promise<void> }[] = [];
  const keep = <P extends { stop(): Promise<void> }>(program: P) => {
    started.push(program);
    return program;
  };
  try {
    const bare = keep(await startBare(environment));
    const ours = keep(await startOurs(environment));
    const load = keep(startLoad());
    return await work({
      bare,
      ours,
      load: (side, job) => measured(load, side, job, site),
    });
  } finally {
    for (const program of started.toReversed()) await program.stop();
  }
}

/** Puts a server under load and measures it, with the processor time that it and PostgreSQL use. */
export async function measured(
  load: Load,
  side: { readonly port: number; readonly pid: number },
  job: Omit<Job, "port">,
  { postmaster }: BenchDatabase,
): Promise<Measured> {
  const cpu = () => [cpuSeconds([side.pid]), cpuSeconds([postmaster])] as const;
  const before = cpu();
  const outcome = await load.run({ ...job, port: side.port });
  const after = cpu();
  const each = (part: 0 | 1) => (after[part] - before[part]) / outcome.answers;
  return { ...outcome, perSecond: outcome.answers / outcome.seconds, serverCpu: each(0), databaseCpu: each(1) };
}

/** The throughput of `ours` divided by that of `theirs`, for each round. */
export function throughput(
  row: number,
  what: string,
  goal: Figure["goal"],
  rounds: readonly { readonly ours: Measured; readonly theirs: Measured }[],
): Figure {
  const cpu = ({ serverCpu, databaseCpu }: Measured) => serverCpu + databaseCpu;
  const byCpu = rounds.map(({ ours, theirs }) => cpu(theirs) / cpu(ours));
  return {
    row,
    what,
    goal,
    ratios: rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
    byCpu: byCpu.some(Number.isNaN) ? undefined : byCpu,
    inPostgres: byCpu.some(Number.isNaN) ? undefined : rounds.map(({ ours }) => ours.databaseCpu / cpu(ours)),
  };
}
