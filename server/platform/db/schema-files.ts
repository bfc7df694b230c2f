import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

/** The SQL of a schema, as files. */
export interface SchemaFolders {
  /**
   * Tables, indexes and types. Each file runs once, in the order of the numbers, and never changes after a release. It relies on no
   * function or trigger of the other folder, because a new or restored database has none of them yet.
   */
  readonly migrations: URL;
  /**
   * The present text of functions and their triggers, all `create or replace`. The files run again whenever one of them has changed. A
   * migration drops what goes away, if it is there, and a function whose arguments change.
   */
  readonly functions: URL;
}

export interface SqlFile {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

export interface Schema {
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  /** Changes with any of the functions. */
  readonly functionsHash: string;
}

/** Reads all files of a schema, each folder in the order of the names. */
export async function readSchema(folders: SchemaFolders): Promise<Schema> {
  const [migrations, functions] = await Promise.all([readSql(folders.migrations), readSql(folders.functions)]);
  const functionsHash = hashOf(functions.map(({ name, sha256 }) => `${name} ${sha256}`).join("\n"));
  return { migrations, functions, functionsHash };
}

async function readSql(folder: URL): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, sha256: hashOf(text) };
    }),
  );
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
