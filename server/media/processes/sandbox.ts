// Decision 090: what keeps decoders apart from the system, and who learns that they run without it.
import { execFile } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** `required`: processes that read files run in bubblewrap or not at all. */
export type SandboxMode = "auto" | "required";

/** What all media processes of a server share about bubblewrap. */
export interface Sandbox {
  readonly mode: SandboxMode;
  /** Tries bubblewrap as the processes use it. Rejects with one line where it is required and does not work. */
  check(): Promise<void>;
  /** Logs which wrapper the check has found. */
  tell(): void;
  /** Logs once, for all processes together, that one started or did not start without bubblewrap. */
  noteMissing(reason: string): void;
}

interface Log {
  info(line: string): void;
  warn(line: string): void;
}

/** `hidden` is the folder that bubblewrap hides from every process. */
export function openSandbox(mode: SandboxMode, hidden: string, log: Log): Sandbox {
  let isNoted = false;
  let tell = () => {};
  const noteMissing = (reason: string, instead = "") => {
    if (isNoted) return;
    isNoted = true;
    log.warn(`${missing(mode, reason, instead)} See 'Files of strangers' in docs/self-hosting.md.`);
  };
  return {
    mode,
    noteMissing,
    tell: () => tell(),
    async check() {
      const permissions: Permissions = { hidden: [hidden], read: [], write: [] };
      const attempt = async () => findFault([...bubblewrap(permissions, false), "true"]);
      const reason = await attempt().catch((fault: Error) => fault.message);
      if (reason === null) {
        tell = () => log.info("Decoders of uploaded files run in bubblewrap.");
        return;
      }
      if (mode === "required") throw new Error(`DECODER_SANDBOX=required: bubblewrap does not work here: ${reason}.`);
      const fault = await findFault([...withoutNetwork, "true"]);
      const instead = fault === null ? "; unshare takes their network away" : "; nothing else keeps them apart";
      tell = () => noteMissing(reason, instead);
    },
  };
}

const missing = (mode: SandboxMode, reason: string, instead: string) =>
  mode === "required"
    ? `Decoders of uploaded files do not start, because bubblewrap does not work: ${reason}.`
    : `Decoders of uploaded files run without bubblewrap: ${reason}${instead}.`;

/** Why a command fails, in one line; null if it works. */
function findFault([program = "", ...args]: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, _output, errors) => {
      if (!error) return resolve(null);
      const isMissing = "code" in error && error.code === "ENOENT";
      const [line = ""] = errors.trim().split("\n");
      resolve(isMissing ? `${program} is not installed` : line || "it ended without a reason");
    });
  });
}

const noted = "without bubblewrap: ";

/** The reason that a process gives at its start for running without bubblewrap, from its error output. */
export const findMissingReason = (errors: string): string | undefined =>
  errors.startsWith(noted) ? errors.slice(noted.length).split("\n")[0] : undefined;

/**
 * The lines of a shell script that run "$@" apart from the system. Containers and some kernels refuse namespaces, and bubblewrap may be
 * missing: with `auto` the first wrapper that works is used, and the error output says why it is not bubblewrap.
 */
export function wrapperScript(permissions: Permissions | undefined, hasNetwork: boolean, mode: SandboxMode): string[] {
  const lines: string[] = [];
  if (permissions) {
    const wrapper = shellWords(bubblewrap(permissions, hasNetwork));
    lines.push(
      `why=$(${wrapper} true 2>&1) && exec ${wrapper} "$@"`,
      `printf '${noted}%s\\n' "$why" >&2`,
      ...(mode === "required" ? ["exit 1"] : []),
    );
  }
  if (!hasNetwork) {
    const wrapper = shellWords(withoutNetwork);
    lines.push(`${wrapper} true 2>/dev/null && exec ${wrapper} "$@"`);
  }
  return [...lines, 'exec "$@"'];
}

/** Takes the network away. Only root may make a network namespace without a user namespace. */
const withoutNetwork = process.getuid?.() === 0 ? ["unshare", "--net"] : ["unshare", "--user", "--net"];

/** Processes and threads. sharp and ffmpeg start some for each processor. */
const maxProcesses = 512;

/**
 * Also binds native code, which Node's permissions do not: the disk is read-only but for the folders to write, the hidden folders are
 * empty but for those to read or write, no other process is in sight, and none outlives the first.
 */
function bubblewrap({ hidden, read, write }: Permissions, hasNetwork: boolean): string[] {
  // Only a folder that exists can be mounted.
  for (const folder of [...hidden, ...read, ...write]) mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** What a media process may do besides reading the program. Folders are absolute paths, and mean all that is in them. */
export interface Permissions {
  /** Folders that native code does not see either, where bubblewrap is installed. Folders to read or write may lie in them. */
  readonly hidden: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly mayStartPrograms?: boolean;
  readonly mayConnect?: boolean;
  /** Native libraries such as sharp. Node's rules do not bind them. */
  readonly mayLoadAddons?: boolean;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Node's options that grant these permissions and no others. `DATA_DIR` may lie in the program's folder, so that is not granted whole. */
export function permissionFlags(allowed: Omit<Permissions, "hidden">): string[] {
  const { mayStartPrograms, mayConnect, mayLoadAddons } = allowed;
  const packages = realpathSync(path.join(root, "node_modules"));
  const program = [...["server", "contract"].map((name) => path.join(root, name)), packages];
  // Where Linux groups processes by session, a process writes its own priority there.
  const priority = "/proc/self/autogroup";
  return [
    "--permission",
    `--allow-fs-read=${path.join(root, "package.json")}`,
    ...[...program, ...allowed.read].flatMap((folder) => grant("read", folder)),
    ...allowed.write.flatMap((folder) => grant("write", folder)),
    `--allow-fs-write=${priority}`,
    ...(mayStartPrograms ? ["--allow-child-process"] : []),
    ...(mayLoadAddons ? ["--allow-addons"] : []),
    ...(mayConnect && canForbidConnections ? ["--allow-net"] : []),
  ];
}

/** Node 24 has no rule for connections; later versions forbid them unless they are granted. */
export const canForbidConnections = process.allowedNodeEnvironmentFlags.has("--allow-net");

const grant = (what: "read" | "write", folder: string) =>
  [folder, path.join(folder, "*")].map((place) => `--allow-fs-${what}=${place}`);
