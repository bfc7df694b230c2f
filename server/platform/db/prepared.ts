// Decision 004: why repeated statements get a name.
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** A text gets a name after this number of uses. */
const unnamedUses = 5;
/** Counting starts again after this number of different texts, because some texts never come twice. */
const maxCounted = 1000;
const maxPrepared = 200;
/** For a text of several statements, as when pg-boss makes its tables. */
const maxOfSeveralMs = 600_000;

/**
 * A pool that names a statement after a few uses, so that each connection plans it once: planning a small statement takes PostgreSQL
 * longer than running it. A migration of another server can change the shape of a result; then the statement is planned again.
 * Inside a transaction it fails once with an error that `isOutdated` recognises.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let last = 0;

  const nameOf = (text: string): string | undefined => {
    const name = names.get(text);
    if (name) return name;
    const used = (uses.get(text) ?? 0) + 1;
    if (used <= unnamedUses || names.size === maxPrepared) {
      if (uses.size === maxCounted) uses.clear();
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
    const patience = values.length === 0 && text.includes(";") ? { query_timeout: maxOfSeveralMs } : {};
    try {
      return await client.query({ ...(name && { name }), text, values: [...values], ...patience });
    } catch (error) {
      // A late reply would be read by the next query, so this connection is closed, even inside a transaction.
      if (isSilence(error)) void client.end();
      if (!name || !isOutdated(error)) throw error;
      // The next use gets a new name, and so a new plan.
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
