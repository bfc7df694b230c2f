// Decision 038: why files are read in limited child processes.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import os from "node:os";
import { type Permissions, permissionFlags } from "./permissions.ts";

export interface LaunchOptions {
  /** The module that the process runs, and its command-line arguments. */
  readonly module: string;
  readonly args: readonly string[];
  /** Its whole environment besides PATH and TMPDIR. Secrets belong here, because other users can read a command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it may do; without them it may do everything. */
  readonly permissions?: Permissions;
  /** The memory limit, on top of what an empty Node process reserves. */
  readonly memoryBytes: number;
  /** The size limit of each file that it, or a program of its own, writes. */
  readonly maxFileBytes?: number;
  /** Whether it may open network connections. Where Linux lets us, other processes run in a namespace without a network. */
  readonly hasNetwork?: boolean;
}

/** Node reserves this much private memory at its start, and the kernel's limit counts it. */
const reservedBytes = 640 * 1024 * 1024;
const maxOpenFiles = 1024;
/** Processes and threads. sharp and ffmpeg start some for each processor. */
const maxProcesses = 512;

/**
 * Starts a process in a session of its own, so that Ctrl-C in the terminal does not reach it, with only the given environment, and with
 * limits that the kernel enforces. They hold for the programs that it starts too.
 */
export function launch(options: LaunchOptions): ChildProcess {
  const { module, args, env, permissions, memoryBytes, maxFileBytes, hasNetwork = false } = options;
  const flags = ["--max-old-space-size=192", "--disable-warning=ExperimentalWarning"];
  const node = [process.execPath, ...flags, ...(permissions ? permissionFlags(permissions) : []), module, ...args];
  const isPosix = process.platform !== "win32";
  const script = [
    `ulimit -d ${Math.ceil((reservedBytes + memoryBytes) / 1024)} 2>/dev/null`,
    // POSIX counts files in blocks of 512 bytes.
    ...(maxFileBytes === undefined ? [] : [`ulimit -f ${Math.ceil(maxFileBytes / 512)} 2>/dev/null`]),
    `ulimit -n ${maxOpenFiles} 2>/dev/null`,
    "ulimit -c 0",
    // Containers and some kernels refuse namespaces, and bubblewrap may be missing: the first that works is used.
    ...wrappersFor(permissions, hasNetwork)
      .map(shellWords)
      .map((wrapper) => `${wrapper} true 2>/dev/null && exec ${wrapper} "$@"`),
    'exec "$@"',
  ].join("\n");
  const [command, ...rest] = isPosix ? ["/bin/sh", "-c", script, "sh", ...node] : node;
  return spawn(command!, rest, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: isPosix,
    env: {
      PATH: process.env["PATH"],
      TMPDIR: process.env["TMPDIR"],
      VIPS_WARNING: "0",
      // Without this each thread keeps a heap of its own. One heap takes a third less memory over pictures, and is as fast.
      MALLOC_ARENA_MAX: "1",
      ...env,
    },
  });
}

/** Commands that run the command after them apart from the system, the strictest first. */
function wrappersFor(permissions: Permissions | undefined, hasNetwork: boolean): string[][] {
  // Only root may make a network namespace without a user namespace.
  const withoutNetwork = process.getuid?.() === 0 ? ["unshare", "--net"] : ["unshare", "--user", "--net"];
  return [...(permissions ? [bubblewrap(permissions, hasNetwork)] : []), ...(hasNetwork ? [] : [withoutNetwork])];
}

/**
 * Also binds native code, which Node's permissions do not: the disk is read-only but for the folders to write, the hidden folders are
 * empty but for those to read or write, no other process is in sight, and none outlives the first.
 */
function bubblewrap({ hidden, read, write }: Permissions, hasNetwork: boolean): string[] {
  // Only a folder that exists can be mounted.
  for (const folder of [...read, ...write]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mount = (how: string, folders: readonly string[]) =>
    folders.map((folder) => realpathSync(folder)).flatMap((folder) => [how, folder, folder]);
  return [
    ..."bwrap --unshare-user --unshare-pid --cap-drop ALL --die-with-parent".split(" "),
    ..."--ro-bind / / --dev /dev --proc /proc --setenv TMPDIR /dev/shm".split(" "),
    // Sockets of other services are in /run; so are the addresses of name servers.
    ...(hasNetwork ? [] : ["--unshare-net", "--tmpfs", "/run"]),
    ...hidden.flatMap((folder) => ["--tmpfs", realpathSync(folder)]),
    ...mount("--ro-bind", read),
    ...mount("--bind", write),
    "--",
    ...(countsApart ? ["prlimit", `--nproc=${maxProcesses}`, "--"] : []),
  ];
}

/** Whether Linux counts the processes of each user namespace apart (since 5.14). Older kernels count all processes of the account. */
const countsApart = Number.parseInt(os.release(), 10) >= 6;

const shellWords = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
