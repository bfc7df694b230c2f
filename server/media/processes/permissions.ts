import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

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
