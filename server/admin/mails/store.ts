import { sql } from "kysely";
import type { BouncedMail } from "#contract/admin.ts";
import type { Database } from "../../schema/database.ts";

export const bouncedMailStore = ({ db }: Database) => ({
  /** Mails that were given up before the one with this id, newest first. */
  async newest(limit: number, before: string | undefined): Promise<BouncedMail[]> {
    const rows = await db
      .selectFrom("bounced_mails as b")
      .leftJoin("people as p", "p.id", "b.person_id")
      .select(["b.id", "b.kind", "b.address", "b.reason", "b.bounced_at"])
      .select(sql<string | null>`p.first_name || ' ' || p.last_name`.as("name"))
      .$if(before !== undefined, (query) => query.where("b.id", "<", before!))
      .orderBy("b.id", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ bounced_at, ...mail }) => ({ ...mail, at: bounced_at.toJSON() }));
  },
});
