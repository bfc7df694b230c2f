import type { Database } from "./connect.ts";
import { type SchemaFolders, readSchema } from "./schema-files.ts";
import { sqlText } from "./sql-text.ts";

const missing = {
  name: "missing_migrations",
  text: sqlText`select name from unnest($1::text[]) name where not exists (select from migrations m where m.name = name.name)`,
};

/**
 * Returns a function that finds the migrations of this program that the database lacks, as when it was replaced by an older copy. Newer
 * ones do not count: a server that is about to be replaced still answers.
 */
export function missingMigrations(database: Database, folders: SchemaFolders) {
  let ours: Promise<readonly string[]> | undefined;
  return async (): Promise<readonly string[]> => {
    ours ??= readSchema(folders).then(({ migrations }) => migrations.map(({ name }) => name));
    const found = await database.rows<[string]>(missing, [await ours]);
    return found.map(([name]) => name);
  };
}
