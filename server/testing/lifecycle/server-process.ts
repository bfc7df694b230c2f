import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../../platform/db/connect.ts";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything it said, both streams, so far. */
  readonly said: () => string;
  /** Sends a signal and waits for the end: its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface Asked {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  readonly uid?: number;
  readonly gid?: number;
}

const main = path.resolve(import.meta.dirname, "../../main.ts");
const running = new Set<ChildProcess>();

/** Starts the real server on a free port; resolves when it says where it is, rejects with what it said when it ends before. */
export async function startServer(asked: Asked): Promise<ServerProcess> {
  return reached(launchServer(asked));
}

/** Waits until a started server says where it is; throws what it said when it ends before. */
export async function reached(started: ReturnType<typeof follow>): Promise<ServerProcess> {
  const ended = started.ended.then((how) => {
    throw new Error(`ended (${how}): ${started.said()}`);
  });
  return { ...started, url: await Promise.race([started.at, ended]) };
}

/** The same without waiting. */
export function launchServer({ dataDir, env = {}, uid, gid }: Asked) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      APP_PG_BIN: process.env.APP_PG_BIN,
      PORT: "0",
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    uid,
    gid,
  });
  return follow(child);
}

/** Keeps what a server says and waits for its end; `killAll` ends it. */
export function follow(child: ChildProcess) {
  running.add(child);
  let text = "";
  const at = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => {
        text += part.toString();
        const found = /Swellmates is at (http:\S+)\n/.exec(text)?.[1];
        if (found) resolve(found.replace("localhost", "127.0.0.1"));
      });
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? -1);
    });
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { child, at, ended, end, said: () => text };
}

export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** A folder in the system's folder for temporary files that every account may enter. */
export function temporaryFolder(): { readonly path: string; remove(): Promise<void> } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-lifecycle-"));
  chmodSync(folder, 0o755);
  return {
    path: folder,
    // What was killed is still stopping.
    remove: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}

/** A data directory as a server leaves it that ran and stopped, with the right owners. */
export function copyFolder(from: string, to: string): string {
  execFileSync("cp", ["-a", from, to]);
  return to;
}

export const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, "pgdata/postmaster.pid"), "utf8"), 10);

export const hasPostmaster = (dataDir: string) => existsSync(path.join(dataDir, "pgdata/postmaster.pid"));

/** A connection of the test's own to a server's embedded database. The caller ends it. */
export function connectTo(dataDir: string) {
  return connect({ host: path.join(dataDir, "run"), port: 5432, user: "app", database: "app" }).dedicated();
}

/** Waits until the claim holds; fails after a minute. */
export async function until(what: string, claim: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await claim()); await sleep(25))
    if (performance.now() - began > 60_000) throw new Error(`never came true: ${what}`);
}

/** An ordinary user that every machine has. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** Whether that user may enter the folder of this clone and run its Node. */
export function isOpenToNobody(): boolean {
  return spawnSync(process.execPath, ["--check", main], { ...nobody, cwd: "/" }).status === 0;
}

export interface Member {
  readonly id: string;
  /** The header that carries their session. */
  readonly cookie: string;
  /** Sends JSON as this person. */
  send(method: string, route: string, body?: unknown): Promise<Response>;
  /** The same person at another address: their session is in the database. */
  at(url: string): Member;
}

/** Registers a person and signs them in. */
export async function register(url: string, firstName: string): Promise<Member> {
  const email = `${firstName}.${Math.random()}@example.org`;
  const body = { firstName, lastName: "Berg", email, password: "likes-waves" };
  const reply = await json(url, "POST", "/api/register", body);
  if (reply.status !== 201) throw new Error(`${firstName} could not register: ${await reply.text()}`);
  const { id } = (await reply.json()) as { id: string };
  return member(id, url, reply.headers.getSetCookie()[0]?.split(";")[0] ?? "");
}

const member = (id: string, url: string, cookie: string): Member => ({
  id,
  cookie,
  send: (method, route, body) => json(url, method, route, body, cookie),
  at: (other) => member(id, other, cookie),
});

function json(url: string, method: string, route: string, body?: unknown, cookie = ""): Promise<Response> {
  return fetch(new URL(route, url), {
    method,
    headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
