import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";

export const sumStore = ({ db }: Database) => ({
  /** The SHA-256 of an original as it was uploaded, in hexadecimal; undefined when no row has it. */
  async sumOf(id: string): Promise<string | undefined> {
    const { rows } = await sql<{ sum: string | null }>`select encode(sha256, 'hex') sum from media where id = ${id}
      union all select encode(sha256, 'hex') from cost_receipts where id = ${id}
      union all select found ->> 'sha256' from uploads where id = ${id} and media_id is null`.execute(db);
    return rows[0]?.sum ?? undefined;
  },
});
