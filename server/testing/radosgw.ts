import { execFile, spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Endpoint and keys of a running store. */
export interface Store {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const run = promisify(execFile);
const programs = ["ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "monmaptool", "ceph-authtool", "ceph"];

/** Whether Ceph's programs are installed (Debian: ceph-mon ceph-osd radosgw). */
export const hasRadosgw = (): boolean =>
  programs.every((name) =>
    (process.env["PATH"] ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, name))),
  );

/** The store in the existing folder `dir`, shared by all processes: the first caller starts it, and others wait. */
export async function sharedRadosgw(dir: string): Promise<Store> {
  const resultFile = path.join(dir, "store.json");
  const isFirst = await mkdir(path.join(dir, "begun")).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const answer = await startRadosgw(dir).catch((error: unknown) => ({ fault: String(error) }));
    await writeFile(resultFile, JSON.stringify(answer));
  }
  for (const began = performance.now(); performance.now() - began < 280_000; await sleep(100)) {
    const text = await readFile(resultFile, "utf8").catch(() => "");
    if (!text.endsWith("}")) continue;
    const answer = JSON.parse(text) as Store | { fault: string };
    if ("fault" in answer) throw new Error(`The object store did not start: ${answer.fault}`);
    return answer;
  }
  throw new Error("The object store did not start");
}

/** Starts Ceph's object gateway with storage in memory, on free ports, with its files in `dir`. */
export async function startRadosgw(dir: string): Promise<Store> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(dir);
    } catch (error) {
      // Another process may have taken the free port.
      await endAll(dir);
      if (tries === 3) throw new Error(`${String(error)}\n${await lastWords(dir)}`, { cause: error });
    }
  }
}

/** The end of what the store's processes have logged. */
async function lastWords(dir: string): Promise<string> {
  const logs = await Promise.all(
    ["ceph-mon", "ceph-osd"].map((name) => readFile(path.join(dir, "log", `${name}.out`), "utf8").catch(() => "")),
  );
  return logs.map((log) => log.slice(-1500)).join("\n");
}

async function startOnce(dir: string): Promise<Store> {
  const left = ["mon", "osd", "log", "run", "keyring", "monmap"].map((name) => path.join(dir, name));
  await Promise.all(left.map((name) => rm(name, { recursive: true, force: true })));
  await Promise.all(["mon", "osd", "log", "run"].map((name) => mkdir(path.join(dir, name), { recursive: true })));
  const [monPort, port] = [await freePort(), await freePort()];
  const conf = path.join(dir, "ceph.conf");
  await writeFile(conf, configuration(dir, monPort, port));
  const at = { cwd: dir, env: { PATH: process.env["PATH"], CEPH_CONF: conf } };
  const tool = async (name: string, ...args: string[]) => (await run(name, args, at)).stdout.trim();
  const daemon = async (name: string, ...args: string[]) => {
    const log = openSync(path.join(dir, "log", `${name}.out`), "a");
    const child = spawn(name, [...args, "-f"], { ...at, detached: true, stdio: ["ignore", log, log] });
    child.unref();
    await writeFile(path.join(dir, `${name}.pid`), String(child.pid));
    return { hasEnded: () => child.exitCode !== null || child.signalCode !== null };
  };
  // Ceph 16 now and then sends its first command before it knows the cluster's id ("wrong fsid"), and ends.
  const untilUp = async (check: () => Promise<unknown>, name: string, ...args: string[]) => {
    let started = await daemon(name, ...args);
    await until(async () => {
      if (started.hasEnded()) started = await daemon(name, ...args);
      await check();
    });
  };
  await tool(
    "monmaptool",
    "--create",
    "--addv",
    "a",
    `[v1:127.0.0.1:${monPort}]`,
    "--fsid",
    fsid,
    "monmap",
    "--clobber",
  );
  await tool("ceph-authtool", "--create-keyring", "keyring", "--gen-key", "-n", "mon.", "--cap", "mon", "allow *");
  await tool("ceph-mon", "-i", "a", "--mkfs", "--monmap", "monmap", "--keyring", "keyring");
  await daemon("ceph-mon", "-i", "a");
  const osd = await until(() => tool("ceph", "--connect-timeout", "5", "osd", "create", osdId));
  // A monitor that has just started may still refuse.
  await until(() => tool("ceph", "osd", "crush", "add", `osd.${osd}`, "1.0", "host=h", "root=default"));
  await tool("ceph-osd", "-i", osd, "--mkfs", "--osd-uuid", osdId);
  await untilUp(
    async () => {
      if (!/\b1 up\b/.test(await tool("ceph", "osd", "stat"))) throw new Error("The OSD is not up yet");
    },
    "ceph-osd",
    "-i",
    osd,
  );
  await untilUp(async () => fetch(`http://127.0.0.1:${port}/`), "radosgw", "-n", "client.rgw.a");
  const keys = { accessKeyId: "AKTEST", secretAccessKey: "sktestsktest" };
  await admin(dir, "user", "create", "--uid=test", "--display-name=Test", ...keyOptions(keys));
  return { endpoint: `http://127.0.0.1:${port}`, ...keys };
}

/** Runs `radosgw-admin` on the store in `dir`. */
export async function admin(dir: string, ...args: string[]): Promise<void> {
  await run("radosgw-admin", args, {
    cwd: dir,
    env: { PATH: process.env["PATH"], CEPH_CONF: path.join(dir, "ceph.conf") },
  });
}

export const keyOptions = ({ accessKeyId, secretAccessKey }: Pick<Store, "accessKeyId" | "secretAccessKey">) => [
  `--access-key=${accessKeyId}`,
  `--secret=${secretAccessKey}`,
];

/** Ends the processes of `dir` in order of their dependencies, and removes the folder. */
export async function stopRadosgw(dir: string): Promise<void> {
  await endAll(dir);
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}

async function endAll(dir: string): Promise<void> {
  for (const name of ["radosgw", "ceph-osd", "ceph-mon"]) {
    const file = path.join(dir, `${name}.pid`);
    const pid = Number(await readFile(file, "utf8").catch(() => "0"));
    if (pid > 0) await end(pid);
    await rm(file, { force: true });
  }
}

async function end(pid: number): Promise<void> {
  for (let tries = 0; isAlive(pid); tries++) {
    process.kill(pid, tries < 50 ? "SIGTERM" : "SIGKILL");
    await sleep(100);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until<T>(work: () => Promise<T>): Promise<T> {
  for (const began = performance.now(); ; await sleep(200)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - began > 60_000) throw error;
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const fsid = "5f0c1f2e-3a51-4c86-9c1e-5b1d7ad0f6a1";
const osdId = "0d2f6f0e-6a8b-4b51-9d0e-3a1c5e7f9b21";

const configuration = (dir: string, monPort: number, port: number) => `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${monPort}]
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
ms bind ipv4 = true
log file = ${dir}/log/$name.log
admin socket = ${dir}/run/$name.asok
pid file =
run dir = ${dir}/run
keyring = ${dir}/keyring
[mon.a]
mon data = ${dir}/mon
[osd]
osd objectstore = memstore
memstore device bytes = 2147483648
osd data = ${dir}/osd
osd memory target = 939524096
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = 127.0.0.1
rgw thread pool size = 32
rgw gc obj min wait = 0
rgw bucket quota ttl = 0
log file = ${dir}/log/rgw.log
`;
