import type { SchemaFolders } from "../platform/db/schema-files.ts";

/** The SQL of the whole schema, for `migrate`. */
export const schemaFolders: SchemaFolders = {
  migrations: new URL("./migrations/", import.meta.url),
  functions: new URL("./functions/", import.meta.url),
};
