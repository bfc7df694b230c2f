import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { AsAccount } from "./account.ts";

export interface Postmaster {
  /** A fast shutdown: open transactions are rolled back, everything committed is on the disk. */
  stop(): Promise<void>;
}

interface Care {
  readonly asAccount: AsAccount;
  /** The program `postgres` and its arguments. */
  readonly command: readonly string[];
  /** Waits until the server answers; false when the signal aborts first. */
  readonly ready: (until: AbortSignal) => Promise<boolean>;
  /** Removes what a server that died left behind. */
  readonly clear: () => Promise<void>;
  /** Asked before each new start; false gives the server up. */
  readonly mayRestart: () => boolean;
  readonly onLost: () => void;
  readonly log: (line: string) => void;
}

/** Starts PostgreSQL and starts it again whenever it ends. Resolves when it answers; rejects when the first start fails. */
export async function keepRunning(care: Care): Promise<Postmaster> {
  const stopping = new AbortController();
  let server = start(care);
  try {
    if (!(await care.ready(server.gone))) throw new Error(server.report());
  } catch (error) {
    server.end();
    await server.ended;
    throw error;
  }
  server.speak();

  async function watch(): Promise<void> {
    for (let pause = 50; ; pause = Math.min(5000, pause * 2)) {
      const since = performance.now();
      const how = await server.ended;
      if (performance.now() - since > 60_000) pause = 50;
      if (stopping.signal.aborted) return;
      care.log(`PostgreSQL ended (${how}), starting it again.`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      if (!care.mayRestart()) return care.onLost();
      await restart().catch((error: unknown) => care.log(`PostgreSQL does not start: ${String(error)}`));
    }
  }

  async function restart(): Promise<void> {
    await care.clear();
    if (stopping.signal.aborted) return;
    server = start(care);
    if (await care.ready(server.gone)) {
      care.log("PostgreSQL answers again.");
      server.speak();
    } else if (!stopping.signal.aborted) throw new Error(server.report());
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      server.end();
      await watching;
      // A start that was under way when the stop came.
      server.end();
      await server.ended;
    },
  };
}

/**
 * Runs `postgres` and waits for it. Standard input is a pipe that only our process holds: when we end in any way, `read`
 * ends, and PostgreSQL gets a fast shutdown.
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

function start({ asAccount, command, log }: Care) {
  const { file, args, options } = asAccount("/bin/sh", ["-c", watcher, "sh", ...command]);
  // A session of its own: Ctrl-C on the terminal must not reach PostgreSQL before the requests in flight are answered.
  const child = spawn(file, args, { ...options, detached: true, stdio: ["pipe", "ignore", "pipe"] });
  const gone = new AbortController();
  const lines: string[] = [];
  let speaks = false;
  child.stdin.on("error", () => {});
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (speaks) log(`PostgreSQL: ${line}`);
    else if (lines.push(line) > 20) lines.shift();
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then(async (how) => {
    // The last lines may still be in the pipe; a backend that outlives its server may hold it open.
    await Promise.race([closed, sleep(200)]);
    gone.abort();
    return how;
  });
  return {
    ended,
    gone: gone.signal,
    report: () => lines.join("\n") || "postgres ended without a word",
    /** From here on each line is logged. The start itself is silent: it is full of lines about what goes well. */
    speak: () => {
      speaks = true;
    },
    end: () => {
      speaks = false;
      child.stdin.end();
    },
  };
}
