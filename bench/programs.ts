import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Job, Outcome } from "./load/job.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The running children. They are killed when this process ends. */
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A server under test, in a separate process. */
export interface Program {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process until it printed its address. */
  readonly startedMs: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

/** Builds what `startOurs` runs and serves, if the sources have changed. */
export const buildOurs = () => promisify(execFile)(process.execPath, ["scripts/build-web.mjs"], { cwd: root });

/** The product, started as a user starts it. */
export const startOurs = (environment: Readonly<Record<string, string>>) =>
  startProgram(["--max-semi-space-size=8", "dist/.server/main.js"], {
    RATE_LIMITS: "off",
    MIN_FREE_BYTES: "0",
    LOG_LEVEL: "error",
    HOST: "127.0.0.1",
    ...environment,
  });

/** The product, whose pushes go to `PUSH_PORT` of this machine. */
export const startPushing = (environment: Readonly<Record<string, string>>) =>
  startProgram(["--max-semi-space-size=8", "bench/pushes/server.ts"], {
    RATE_LIMITS: "off",
    MIN_FREE_BYTES: "0",
    LOG_LEVEL: "error",
    HOST: "127.0.0.1",
    ...environment,
  });

/** The baseline. */
export const startBare = (environment: Readonly<Record<string, string>>) =>
  startProgram(["bench/bare/server.ts"], environment);

async function startProgram(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Program> {
  const { PATH, HOME, TMPDIR, APP_PG_BIN } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, TMPDIR, APP_PG_BIN, NODE_ENV: "production", PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors = (errors + String(chunk)).slice(-4000)));
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())).finally(() =>
    running.delete(child),
  );
  const port = await new Promise<number>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += String(chunk);
      const found = /http:\/\/localhost:(\d+)/.exec(said);
      if (found) resolve(Number(found[1]));
    });
    child.once("error", reject);
    void ended.then(() => reject(new Error(`${args.at(-1)} ended before it listened: ${errors || said}`)));
  });
  const startedMs = performance.now() - startedAt;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { port, pid: child.pid!, startedMs, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** The process that sends the requests. */
export interface Load {
  /** Throws when an answer is wrong. */
  run(job: Job): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startLoad(): Load {
  const child = fork(path.join(root, "bench/load/client.ts"), { serialization: "advanced" });
  return {
    async run(job) {
      const answer = await sendMessage<{ outcome?: Outcome; failure?: string }>(child, job);
      const wrong = answer.failure ?? answer.outcome!.faults.join("; ");
      if (wrong) throw new Error(`The load was answered wrongly: ${wrong}`);
      return answer.outcome!;
    },
    stop: () => disconnect(child),
  };
}

/** Sends one message to a child and waits for its answer. */
export function sendMessage<T>(child: ChildProcess, message: object): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const gone = () => reject(new Error(`${child.spawnargs.at(-1)} ended unexpectedly`));
    child.once("exit", gone);
    child.once("message", (answer) => {
      child.off("exit", gone);
      resolve(answer as T);
    });
    child.send(message);
  });
}

/** Closes the channel to a child, which ends it, and waits for that. */
export async function disconnect(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.disconnect();
  await ended;
}
