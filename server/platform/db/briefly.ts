import { sql } from "kysely";
import type { Database, Tx } from "./connect.ts";

/** Reads in a transaction that can write nothing and whose statements PostgreSQL stops after `ms`. For what may be left out. */
export const briefly = <Tables, T>(
  { transact }: Pick<Database<Tables>, "transact">,
  ms: number,
  read: (tx: Tx<Tables>) => Promise<T>,
): Promise<T> =>
  transact(async (tx) => {
    await sql`select set_config('transaction_read_only', 'on', true), set_config('statement_timeout', ${String(ms)}, true)`.execute(
      tx,
    );
    return read(tx);
  });
