import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** The data directory that servers start from. `template.ts` sets it for the workers. */
export const templateVariable = "JOURNEY_TEMPLATE";

/** The confirmed account with this address is a site admin. */
export const siteAdminEmail = "rita@example.org";

/** The product as people run it: one server with its own database and folder. */
export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** How to connect to its database. */
  readonly database: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** Starts it again in the same folder, on the same port, after `kill` or `stop`. */
  start(): Promise<void>;
  /** Asks it to stop (SIGTERM) and waits until it has. */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL), like a crash. */
  kill(): Promise<void>;
  /** Stops it and removes its folder. */
  dispose(): Promise<void>;
}

/** Starts a server in a folder of its own. `entry` is the file that Node runs. */
export async function startServer(
  environment: Record<string, string> = {},
  entry = "dist/.server/main.js",
): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-e2e-"));
  const template = process.env[templateVariable];
  if (template) execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  const start = async () => {
    const started = spawn(process.execPath, [entry], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: "127.0.0.1",
        LOG_LEVEL: "error",
        // All journeys register from one network address.
        RATE_LIMITS: "off",
        MIN_FREE_BYTES: "0",
        ADMINS: siteAdminEmail,
        ...environment,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child = started;
    const ready = new Promise<void>((resolve, reject) => {
      started.stdout.on("data", (text: Buffer) => /Swellmates [\d.]+ is at/.test(text.toString()) && resolve());
      started.once("exit", (code) => reject(new Error(`The server ended before it was ready (${code}).`)));
    });
    await ready;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  };

  await start();
  return {
    url,
    dataDir,
    database: { host: path.join(dataDir, "run"), port: 5432, user: "app", database: "app" },
    start,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async dispose() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || !address) throw new Error("No free port.");
  return address.port;
}
