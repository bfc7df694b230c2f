import { CompiledQuery } from "kysely";
import type { Statement, Tx } from "./connect.ts";

/** As `one` of a database, in a transaction: the first column of the first row; null when there is no row. */
export async function oneIn<T, Tables>(
  tx: Tx<Tables>,
  { text }: Statement,
  values: readonly unknown[],
): Promise<T | null> {
  const { rows } = await tx.executeQuery<Record<string, T>>(CompiledQuery.raw(text, [...values]));
  return Object.values(rows[0] ?? {})[0] ?? null;
}
