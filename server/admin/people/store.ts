import { sql } from "kysely";
import type { PersonOfSite } from "#contract/admin.ts";
import type { Database } from "../../schema/database.ts";

type Row = Omit<PersonOfSite, "since" | "lastSeenAt"> & { readonly since: Date; readonly lastSeenAt: Date | null };

const nobody = sql`(p.is_demo or exists (select from expected_people where person_id = p.id))`;

/** As in the indexes `people_by_name` and `people_by_last_name`. */
const begins = (search: string) => {
  const pattern = sql`lower(${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`;
  return sql`(lower(p.first_name || ' ' || p.last_name) like ${pattern} or lower(p.last_name) like ${pattern})`;
};

export const peopleOfSiteStore = ({ db }: Database) => ({
  /** People before the one with this id, newest first. Invented people and expected names are left out. */
  async newest(limit: number, before: string | undefined, search: string | undefined): Promise<PersonOfSite[]> {
    const { rows } = await sql<Row>`
      select found.id, found.name, found.created_at since,
        not exists (select from accounts where person_id = found.id) "isSeat",
        (select max(last_seen_at) from sessions where user_id = found.id) "lastSeenAt",
        (select count(*) from squad_members m join squads s on s.id = m.squad_id
          where m.user_id = found.id and s.demo_of is null)::int squads,
        (select count(*) from media where uploader_id = found.id and purpose = 'gallery' and not is_demo)::int photos,
        coalesce((select bytes from user_space where user_id = found.id), 0) bytes
      from (
        select p.id, p.first_name || ' ' || p.last_name as name, p.created_at from people p
        where not ${nobody} and (${before ?? null}::uuid is null or p.id < ${before ?? null}::uuid)
          and ${search ? begins(search) : sql`true`}
        order by p.id desc limit ${limit}
      ) found order by found.id desc`.execute(db);
    return rows.map(({ since, lastSeenAt, ...person }) => ({
      ...person,
      since: since.toJSON(),
      lastSeenAt: lastSeenAt && lastSeenAt.toJSON(),
    }));
  },
});
