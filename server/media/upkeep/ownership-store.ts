import { sql } from "kysely";
import type { Database, Db } from "../../platform/db/connect.ts";
import { checkStore } from "./check-store.ts";
import type { OwnershipStore } from "./ownership.ts";

export function ownershipStore(database: Database): OwnershipStore {
  return {
    async add({ store: id, token }) {
      const written_in = await nameOf(database.db);
      await database.db.insertInto("stores").values({ id, token, next_token: null, written_in }).execute();
    },
    async within(id, work) {
      const name = await nameOf(database.db);
      return database.transact(async (tx) => {
        const one = tx.updateTable("stores").where("id", "=", id);
        const row = await tx.selectFrom("stores").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
        if (!row) return work(null);
        return work({
          token: row.token,
          nextToken: row.next_token,
          isCopied: row.written_in !== name,
          turnedAt: row.turned_at,
          async setNext(token) {
            await one.set({ next_token: token }).execute();
          },
          async turned() {
            await one.set({ token: row.next_token ?? row.token, next_token: null, turned_at: new Date() }).execute();
          },
        });
      });
    },
    knowsAny: async (ids) => (await checkStore(database).knownOf(ids)).size > 0,
    hasPhotos: async () => (await database.db.selectFrom("media").select("id").limit(1).execute()).length > 0,
  };
}

/** Not allowed, not there, not supported. */
const untold = new Set(["42501", "42883", "0A000"]);

/**
 * What tells a database from one that its dump was restored into: the number that initdb gave its cluster, and its own number there.
 * The same everywhere for an engine that does not tell.
 */
async function nameOf(db: Db): Promise<string> {
  try {
    const { rows } = await sql<{ name: string }>`select system_identifier || '/' || oid as name
      from pg_control_system(), pg_database where datname = current_database()`.execute(db);
    return rows[0]?.name ?? "";
  } catch (error) {
    if (error instanceof Error && "code" in error && untold.has(String(error.code))) return "";
    throw error;
  }
}
