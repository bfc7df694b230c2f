import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../../schema/database.ts";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The output of both streams so far. */
  readonly said: () => string;
  /** Sends a signal and waits for the end. Returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export interface ServerOptions {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  readonly uid?: number;
  readonly gid?: number;
  /** A command that runs the server's command, which follows it. */
  readonly wrapper?: readonly string[];
}

const main = path.resolve(import.meta.dirname, "../../main.js");
const running = new Set<ChildProcess>();

/** Starts the real server on a free port and waits for its URL. Rejects with its output if it ends before. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  return waitForUrl(launchServer(options));
}

/** Waits until a started server prints its URL. Throws its output if it ends before. */
export async function waitForUrl(started: ReturnType<typeof followOutput>): Promise<ServerProcess> {
  const ended = started.ended.then((how) => {
    throw new Error(`ended (${how}): ${started.said()}`);
  });
  return { ...started, url: await Promise.race([started.at, ended]) };
}

/** Starts the server without waiting. */
export function launchServer({ dataDir, env = {}, uid, gid, wrapper = [] }: ServerOptions) {
  const [program, ...args] = [...wrapper, process.execPath, main];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      APP_PG_BIN: process.env.APP_PG_BIN,
      PORT: "0",
      HOST: "127.0.0.1",
      RATE_LIMITS: "off",
      MIN_FREE_BYTES: "0",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    uid,
    gid,
  });
  return followOutput(child);
}

/** Records the output of a server process, which `killAll` ends. */
export function followOutput(child: ChildProcess) {
  running.add(child);
  let text = "";
  const at = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (part: Buffer) => {
        text += part.toString();
        const found = /Swellmates [\d.]+ is at (http:\S+)\n/.exec(text)?.[1];
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

/** A temporary folder that every account may enter. */
export function temporaryFolder(): { readonly path: string; remove(): Promise<void> } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-lifecycle-"));
  chmodSync(folder, 0o755);
  return {
    path: folder,
    // Retries, because killed processes may still write.
    remove: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}

/** Copies a data directory with its owners. */
export function copyFolder(from: string, to: string): string {
  execFileSync("cp", ["-a", from, to]);
  return to;
}

export const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, "pgdata/postmaster.pid"), "utf8"), 10);

export const hasPostmaster = (dataDir: string) => existsSync(path.join(dataDir, "pgdata/postmaster.pid"));

/** Connects to a server's embedded database. The caller ends the connection. */
export function connectTo(dataDir: string) {
  return connect({ host: path.join(dataDir, "run"), port: 5432, user: "app", database: "app" }).dedicated();
}

/** Confirms the addresses of all accounts of a server, so that they may invite by mail. */
export async function confirmEveryone(dataDir: string): Promise<void> {
  const client = await connectTo(dataDir);
  await client.query("update accounts set email_confirmed_at = now()").finally(() => client.end());
}

/** Waits until `claim` is true; throws after a minute. */
export async function until(what: string, claim: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await claim()); await sleep(25))
    if (performance.now() - began > 60_000) throw new Error(`never came true: ${what}`);
}

/** The user `nobody`, which every machine has. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** Whether `nobody` may enter this clone and run its Node. */
export function isOpenToNobody(): boolean {
  return spawnSync(process.execPath, ["--check", main], { ...nobody, cwd: "/" }).status === 0;
}

export interface Member {
  readonly id: string;
  /** The Cookie header of their session. */
  readonly cookie: string;
  /** Sends JSON as this person. */
  send(method: string, route: string, body?: unknown): Promise<Response>;
  /** The same person, with the same session, at another URL. */
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
