import { readFile } from "node:fs/promises";
import { type TestDatabase, freshDatabase, onClientOf } from "./database.ts";

const release = new URL("../schema/fixtures/1.0.0.sql", import.meta.url);

/** Opens a database as version 1.0.0 left it. */
export async function openRelease(): Promise<TestDatabase> {
  const database = await freshDatabase("template0");
  const text = await readFile(release, "utf8");
  await onClientOf(database, (loading) => loading.query(text));
  return database;
}
