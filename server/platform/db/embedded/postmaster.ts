import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { AsAccount } from "./account.ts";

export interface Postmaster {
  /** Shuts down fast: open transactions roll back, and all committed data is on the disk. */
  stop(): Promise<void>;
}

interface PostmasterOptions {
  readonly asAccount: AsAccount;
  /** The program `postgres` and its arguments. */
  readonly command: readonly string[];
  /** Waits until the server answers; false if the signal aborts first. */
  readonly ready: (until: AbortSignal) => Promise<boolean>;
  /** Removes what a dead server left. */
  readonly clear: () => Promise<void>;
  /** Called before each restart. False: give up the server and call `onLost`. */
  readonly mayRestart: () => boolean;
  readonly onLost: () => void;
  readonly log: (line: string) => void;
}

/** Starts PostgreSQL and restarts it whenever it ends. Resolves when it answers; rejects if the first start fails. */
export async function keepRunning(options: PostmasterOptions): Promise<Postmaster> {
  const stopping = new AbortController();
  let server = start(options);
  try {
    if (!(await options.ready(server.gone))) throw new Error(server.report());
  } catch (error) {
    server.end();
    await server.exited;
    throw error;
  }
  server.startLogging();

  async function watch(): Promise<void> {
    for (let pause = 50; ; pause = Math.min(5000, pause * 2)) {
      const since = performance.now();
      const how = await server.exited;
      if (performance.now() - since > 60_000) pause = 50;
      if (stopping.signal.aborted) return;
      options.log(`PostgreSQL ended (${how}), starting it again.`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      if (!options.mayRestart()) return options.onLost();
      await restart().catch((error: unknown) => options.log(`PostgreSQL does not start: ${String(error)}`));
    }
  }

  async function restart(): Promise<void> {
    await options.clear();
    if (stopping.signal.aborted) return;
    server = start(options);
    if (await options.ready(server.gone)) {
      options.log("PostgreSQL answers again.");
      server.startLogging();
    } else if (!stopping.signal.aborted) throw new Error(server.report());
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      server.end();
      await watching;
      // A restart may have begun before the stop.
      server.end();
      await server.exited;
    },
  };
}

/**
 * Runs `postgres` and waits for it. Only our process holds the other end of standard input: when we end in any way, `read` returns,
 * and PostgreSQL shuts down fast.
 */
const watcher = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap '' TERM INT HUP
( read -r _ <&3; kill -INT $server 2>/dev/null ) >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait $server
code=$?
kill -KILL $reader 2>/dev/null
exit $code`;

function start({ asAccount, command, log }: PostmasterOptions) {
  const { file, args, options } = asAccount("/bin/sh", ["-c", watcher, "sh", ...command]);
  // A separate session, so that Ctrl-C does not stop PostgreSQL before the requests in flight are answered.
  const child = spawn(file, args, { ...options, detached: true, stdio: ["pipe", "ignore", "pipe"] });
  const gone = new AbortController();
  const lines: string[] = [];
  let isLogging = false;
  child.stdin.on("error", () => {});
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (isLogging) log(`PostgreSQL: ${line}`);
    else if (lines.push(line) > 20) lines.shift();
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then(async (how) => {
    // Wait for the last lines in the pipe, but not for a backend that still holds it open.
    await Promise.race([closed, sleep(200)]);
    gone.abort();
    return how;
  });
  return {
    exited,
    gone: gone.signal,
    report: () => lines.join("\n") || "postgres ended without a word",
    /** Logs each line from now on. The lines of a start are logged only if it fails. */
    startLogging: () => {
      isLogging = true;
    },
    end: () => {
      isLogging = false;
      child.stdin.end();
    },
  };
}
