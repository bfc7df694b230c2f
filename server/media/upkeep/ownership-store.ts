import { sql } from "kysely";
import type { Database, Db } from "../../schema/database.ts";
import { checkStore } from "./check-store.ts";
import type { OwnershipStore } from "./ownership.ts";

export function ownershipStore(database: Database): OwnershipStore {
  const { db } = database;
  return {
    async add(id) {
      await db
        .insertInto("stores")
        .values({ id, written_in: await nameOf(db) })
        .execute();
    },
    async owns(id) {
      const row = await db.selectFrom("stores").select("written_in").where("id", "=", id).executeTakeFirst();
      return row !== undefined && row.written_in === (await nameOf(db));
    },
    knowsAny: async (ids) => (await checkStore(database).knownOf(ids)).size > 0,
    hasPhotos: async () => (await db.selectFrom("media").select("id").limit(1).execute()).length > 0,
  };
}

/** Makes a copy the owner of the file stores that the copied database owns. */
export async function passStores({ db: from }: Database, { db: to }: Database): Promise<void> {
  const [before, after] = [await nameOf(from), await nameOf(to)];
  await to.updateTable("stores").set({ written_in: after }).where("written_in", "=", before).execute();
}

/** Not allowed, not there, not supported. */
const unknownCodes = new Set(["42501", "42883", "0A000"]);

/**
 * Names this database by the number that initdb gave its cluster, and by its own number there. No dump carries them, so a restored
 * database has another name. Engines that do not tell these numbers all have the same name.
 */
async function nameOf(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ name: string }>`select system_identifier || '/' || oid as name
      from pg_control_system(), pg_database where datname = current_database()`.execute(db);
    return rows[0]?.name ?? "";
  } catch (error) {
    if (error instanceof Error && "code" in error && unknownCodes.has(String(error.code))) return "";
    throw error;
  }
}
