import { sql } from "kysely";
import { newId } from "../db/id.ts";
import type { Database } from "../db/connect.ts";
import { deleteExpired, isOlder } from "../db/expired.ts";
import type { KeptLine } from "./security-lines.ts";

const maxKept = 1000;
const keptDays = 7;

/** The last lines of the security logs of all servers. */
export const securityLinesStore = ({ db }: Database) => ({
  /** Adds lines, oldest first, and removes all but the newest thousand. */
  async add(lines: readonly KeptLine[]): Promise<void> {
    await db
      .insertInto("security_lines")
      .values(
        lines.map(({ at, event, account, fields }) => ({
          id: newId(),
          logged_at: at,
          event,
          account,
          fields: JSON.stringify(fields),
        })),
      )
      .execute();
    await sql`delete from security_lines where id <= (select id from security_lines order by id desc offset ${maxKept} limit 1)`.execute(
      db,
    );
  },
  forget: () => deleteExpired(db, "security_lines", "id", isOlder("logged_at", { days: keptDays })),
});
