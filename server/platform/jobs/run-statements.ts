import { CompiledQuery } from "kysely";
import type { Db, Tx } from "../db/connect.ts";

/** Runs pg-boss's statements within our transaction. */
export const within = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => tx.executeQuery(CompiledQuery.raw(text, values)),
});

/**
 * Runs pg-boss's statements on our pool. Some of its texts hold a whole transaction. If one fails, roll back before the connection
 * returns to the pool.
 */
export const onPool = (db: Db) => ({
  executeSql: (text: string, values: unknown[] = []) =>
    db.connection().execute(async (connection) => {
      try {
        return await connection.executeQuery(CompiledQuery.raw(text, values));
      } catch (error) {
        if (/^\s*begin\b/i.test(text)) await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
        throw error;
      }
    }),
});
