// Decision 004: why repeated statements get a name.
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** A statement asked so often is worth its memory on every connection. */
const worthAfter = 5;
/** Some texts are made up as they come, and are never asked again: counting begins anew when there are too many. */
const mostCounted = 1000;
const mostPrepared = 200;
/** Several statements in one text may take their longest one after the other, as when pg-boss makes its tables. */
const mostOfSeveralMs = 600_000;

/**
 * A pool whose statements are prepared once they have been asked a few times: planning a small statement takes
 * PostgreSQL longer than running it. One whose result changed its shape under its plan, as a migration of another server does, is
 * planned anew; within a transaction it fails once, and `isOutdated` tells.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let last = 0;

  const nameOf = (text: string): string | undefined => {
    const name = names.get(text);
    if (name) return name;
    const used = (uses.get(text) ?? 0) + 1;
    if (used <= worthAfter || names.size === mostPrepared) {
      if (uses.size === mostCounted) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const fresh = `again_${++last}`;
    names.set(text, fresh);
    return fresh;
  };

  const query = async (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = isOne(text, values) ? nameOf(text) : undefined;
    const patience = values.length === 0 && text.includes(";") ? { query_timeout: mostOfSeveralMs } : {};
    try {
      return await client.query({ ...(name && { name }), text, values: [...values], ...patience });
    } catch (error) {
      // The answer may still come, to whoever asks next: nobody shall, not even a transaction for its rollback.
      if (isSilence(error)) void client.end();
      if (!name || !isOutdated(error)) throw error;
      // The next name stands for a plan of its own.
      names.delete(text);
      if (client.getTransactionStatus() !== "I") throw error;
      return query(client, text, values);
    }
  };

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return {
        query: (text: string, values: readonly unknown[]) => query(client, text, values),
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient;
    },
  };
}

/** Without parameters a text may hold several statements, which cannot be prepared, or one that has no plan. */
const isOne = (text: string, values: readonly unknown[]) =>
  values.length > 0 || (/^\s*(with|select)\b/i.test(text) && !text.includes(";"));

/** The driver's own word for an answer that did not come in time. */
const isSilence = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

/** "cached plan must not change result type", in whatever language: asked again, and not under its name, it works. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
