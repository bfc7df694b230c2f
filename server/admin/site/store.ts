import { sql } from "kysely";
import type { SiteOverview } from "#contract/admin.ts";
import type { Database } from "../../schema/database.ts";

type Counts = Pick<SiteOverview, "accounts" | "seats" | "squads" | "trips" | "photos" | "bytes">;

export const siteStore = ({ db }: Database) => ({
  /** Counts the whole site, examples left out. It reads every photo's row. */
  async counts(): Promise<Counts> {
    const { rows } = await sql<Counts>`select
      (select count(*) from accounts)::int accounts,
      (select count(*) from people p where not is_demo and not exists (select from accounts where person_id = p.id)
        and not exists (select from expected_people where person_id = p.id))::int seats,
      (select count(*) from squads where demo_of is null)::int squads,
      (select count(*) from trips where not is_demo)::int trips,
      m.photos, m.bytes
      from (select count(*) filter (where purpose = 'gallery')::int photos, coalesce(sum(file_size), 0)::bigint bytes
        from media where not is_demo) m`.execute(db);
    return rows[0]!;
  },
  /** How many mails of the last 30 days were given up. */
  async bouncedMails(): Promise<number> {
    const { count } = await db
      .selectFrom("bounced_mails")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
});
