// Decision 038: why files are read in limited child processes.
import { type ChildProcess, spawn } from "node:child_process";
import { type Permissions, type Sandbox, permissionFlags, wrapperScript } from "./sandbox.ts";

export interface LaunchOptions {
  /** The module that the process runs, and its command-line arguments. */
  readonly module: string;
  readonly args: readonly string[];
  /** Its whole environment besides PATH and TMPDIR. Secrets belong here, because other users can read a command line. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it may do; without them it may do everything. */
  readonly permissions?: Permissions;
  /** Whether it may start without bubblewrap. Default: it may, and nobody is told. */
  readonly sandbox?: Sandbox | undefined;
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

/**
 * Starts a process in a session of its own, so that Ctrl-C in the terminal does not reach it, with only the given environment, and with
 * limits that the kernel enforces. They hold for the programs that it starts too.
 */
export function launch(options: LaunchOptions): ChildProcess {
  const { module, args, env, permissions, sandbox, memoryBytes, maxFileBytes, hasNetwork = false } = options;
  const flags = ["--max-old-space-size=192", "--disable-warning=ExperimentalWarning"];
  const node = [process.execPath, ...flags, ...(permissions ? permissionFlags(permissions) : []), module, ...args];
  const isPosix = process.platform !== "win32";
  const script = [
    `ulimit -d ${Math.ceil((reservedBytes + memoryBytes) / 1024)} 2>/dev/null`,
    // POSIX counts files in blocks of 512 bytes.
    ...(maxFileBytes === undefined ? [] : [`ulimit -f ${Math.ceil(maxFileBytes / 512)} 2>/dev/null`]),
    `ulimit -n ${maxOpenFiles} 2>/dev/null`,
    "ulimit -c 0",
    ...wrapperScript(permissions, hasNetwork, sandbox?.mode ?? "auto"),
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
