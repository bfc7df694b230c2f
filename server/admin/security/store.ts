import { sql } from "kysely";
import type { SecurityLine } from "#contract/admin.ts";
import { type SecurityEvent, securityEvents } from "../../platform/http/security-events.ts";
import type { Database } from "../../schema/database.ts";

export const securityLineStore = ({ db }: Database) => ({
  /** The lines before the one with this id, newest first. */
  async newest(limit: number, before: string | undefined): Promise<SecurityLine[]> {
    const rows = await db
      .selectFrom("security_lines as l")
      .leftJoin("people as p", "p.id", "l.account")
      .select(["l.id", "l.logged_at", "l.event", "l.fields", "p.id as person"])
      .select(sql<string>`p.first_name || ' ' || p.last_name`.as("name"))
      .$if(before !== undefined, (query) => query.where("l.id", "<", before!))
      .orderBy("l.id", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ logged_at, fields, person, name, ...line }) => ({
      ...line,
      at: logged_at.toJSON(),
      says: saysOf(line.event),
      person: person === null ? null : { id: person, name },
      fields: Object.entries(fields)
        .filter(([, value]) => value !== null)
        .map(([field, value]) => ({ name: field, value: String(value) })),
    }));
  },
});

/** A line of an older version may tell of an event that this one does not know. */
const saysOf = (event: string) => (event in securityEvents ? securityEvents[event as SecurityEvent].says : event);
