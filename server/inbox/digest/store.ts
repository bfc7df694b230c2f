import { sql } from "kysely";
import type { Topic } from "#contract/inbox.ts";
import type { Database, Tx } from "../../schema/database.ts";

/** Somebody who may get a digest. */
export interface Reader {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string;
  readonly noMail: readonly Topic[];
  readonly quiet: { readonly from: string; readonly to: string; readonly timeZone: string } | null;
  /** When they were here last, at the latest. */
  readonly lastHere: Date;
}

const reader = sql`a.person_id id, a.email, a.email_key "emailKey", u.first_name "firstName",
  coalesce(s.no_mail, '{}') "noMail",
  case when s.quiet_from is not null then
    json_build_object('from', s.quiet_from, 'to', s.quiet_to, 'timeZone', s.time_zone) end quiet,
  -- Sessions keep the hour alone.
  coalesce((select max(last_seen_at) + interval '1 hour' from sessions where user_id = a.person_id), '-infinity') "lastHere"`;

export const digestStore = ({ db }: Database) => ({
  /**
   * People with a confirmed address in whose crews and squads something happened within two days, and who had no digest for a day, by id
   * after `after`.
   */
  async due(after: string, limit: number): Promise<readonly Reader[]> {
    const { rows } = await sql<Reader>`
      with recent as materialized (
        select distinct trip_id, squad_id, person_id from activity where created_at > now() - interval '2 days'
      ), told as (
        select m.user_id from recent r join trip_members m on m.trip_id = r.trip_id where r.person_id is null
        union select m.user_id from recent r join squad_members m on m.squad_id = r.squad_id where r.person_id is null
        union select person_id from recent where person_id is not null
      )
      select ${reader} from told join accounts a on a.person_id = told.user_id join people u on u.id = a.person_id
        left join inbox_settings s on s.person_id = a.person_id
      where a.person_id > ${after} and a.email_confirmed_at is not null
        and coalesce(s.digest_at < now() - interval '1 day', true)
      order by a.person_id limit ${limit}`.execute(db);
    return rows;
  },
  async find(id: string): Promise<Reader | undefined> {
    const { rows } = await sql<Reader>`select ${reader} from accounts a join people u on u.id = a.person_id
      left join inbox_settings s on s.person_id = a.person_id
      where a.person_id = ${id} and a.email_confirmed_at is not null`.execute(db);
    return rows[0];
  },
});

/** Notes that a person has had today's digest, or that nothing was waiting. False if another server was quicker. */
export async function takeDigest(tx: Tx, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("inbox_settings")
    .values({ person_id: id, digest_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ digest_at: sql<Date>`now()` })
        .where(sql<boolean>`coalesce(inbox_settings.digest_at < now() - interval '1 day', true)`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
