// Decision 122: why each person has two times, and rows are found in batches.
import { sql } from "kysely";
import type { KindName } from "#contract/activity.ts";
import type { InboxSettings, Topic } from "#contract/inbox.ts";
import { deleteExpired, isOlder } from "../../platform/db/expired.ts";
import type { Database } from "../../schema/database.ts";

/** Somebody who gets pushes, and how. */
export interface Reader {
  readonly id: string;
  readonly noPush: readonly Topic[];
  readonly isDiscreet: boolean;
  readonly quiet: InboxSettings["quiet"];
}

/** Somebody to whom a push is due, held by one server until it says that it is done. */
export interface Waiting extends Reader {
  readonly nowAt: Date | null;
  readonly gatheredAt: Date | null;
  readonly readAt: Date | null;
  /** Rows that were found after these moments have had no push. */
  readonly nowUntil: Date;
  readonly gatheredUntil: Date;
  /** When the latest rows were found. Later ones are for the next time. */
  readonly foundUntil: Date;
  readonly calls: number;
}

/** What was done about a person. `heldUntil`: nothing was, because of their quiet hours. */
interface Done {
  readonly now: boolean;
  readonly gathered: "sent" | "nothing" | null;
  readonly heldUntil: Date | null;
}

/** More than the longest timeout of a push. */
const leaseMinutes = 2;
/** Keeps batches of found rows apart on all servers. */
const findingLock = 5_407_122;

/** Photos and hearts wait a while for more of them, and so long between two pushes. */
const [liveWait, liveGap, dailyWait, dailyGap] = ["5 minutes", "1 hour", "1 hour", "1 day"] as const;
const waitOf = (isLive: string) =>
  sql`case when ${sql.ref(isLive)} then ${sql.lit(liveWait)}::interval else ${sql.lit(dailyWait)}::interval end`;
const gapOf = (isLive: string) =>
  sql`case when ${sql.ref(isLive)} then ${sql.lit(liveGap)}::interval else ${sql.lit(dailyGap)}::interval end`;

/** What a person wants, of their settings `s`. */
const wishes = sql`coalesce(s.no_push, '{}') "noPush", coalesce(s.is_discreet, false) "isDiscreet",
  case when s.quiet_from is not null then
    json_build_object('from', s.quiet_from, 'to', s.quiet_to, 'timeZone', s.time_zone) end quiet`;

export const waitingStore = ({ db, transact }: Database, pushOf: ReadonlyMap<KindName, "now" | "gathered">) => ({
  /** Whether rows wait for their people, or a push is due. */
  async hasWork(): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`select exists (select from push_rows where found_at is null)
      or exists (select from push_waiting where due_at <= now() and coalesce(leased_until < now(), true)) has`.execute(
      db,
    );
    return rows[0]!.has;
  },

  /** Finds the people of at most `limit` new rows who have a browser to push to, and writes when their push is due. Resolves to the rows. */
  findPeople: (limit: number): Promise<number> =>
    transact(async (tx) => {
      await sql`select pg_advisory_xact_lock(${findingLock})`.execute(tx);
      const { rows } = await sql<{ found: number }>`
        with batch as (
          select greatest(date_trunc('milliseconds', clock_timestamp()), (select max(found_at) from push_rows) + interval '1 millisecond') at
        ), found as (
          update push_rows set found_at = (select at from batch)
          where activity_id in (select activity_id from push_rows where found_at is null limit ${limit}) returning activity_id
        ), happened as (
          select distinct a.trip_id, a.squad_id, a.person_id, a.actor_id, p.value push
          from found join activity a on a.id = found.activity_id join json_each_text(${kindsOf(pushOf)}) p on p.key = a.kind
        ), told as (
          select m.user_id, h.push from happened h join trip_members m on m.trip_id = h.trip_id
          where h.person_id is null and m.user_id is distinct from h.actor_id
          union select m.user_id, h.push from happened h join squad_members m on m.squad_id = h.squad_id
          where h.person_id is null and h.trip_id is null and m.user_id is distinct from h.actor_id
          union select h.person_id, h.push from happened h where h.person_id is not null and h.person_id is distinct from h.actor_id
        ), reached as (
          select t.user_id, bool_or(t.push = 'now') is_now, bool_or(t.push = 'gathered') is_gathered
          from told t where exists (select from push_devices d where d.person_id = t.user_id) group by t.user_id
        ), placed as (
          select r.*, r.is_gathered and exists (select from trip_members m join trips t on t.id = m.trip_id
            where m.user_id = r.user_id and current_date between t.start_date and t.end_date) is_live from reached r
        ), written as (
          insert into push_waiting as w (person_id, now_at, gathered_at, is_live, now_until, gathered_until, calls)
          select user_id, case when is_now then now() end, case when is_gathered then now() + ${waitOf("is_live")} end, is_live,
            at - interval '1 millisecond', at - interval '1 millisecond', 1
          from placed, batch
          on conflict (person_id) do update set calls = w.calls + 1, now_at = least(w.now_at, excluded.now_at),
            is_live = case when excluded.gathered_at is null then w.is_live else excluded.is_live end,
            gathered_at = least(w.gathered_at, greatest(excluded.gathered_at,
              case when excluded.gathered_at is not null then w.gathered_sent_at + ${gapOf("excluded.is_live")} end))
        ) select count(*)::int found from found`.execute(tx);
      return rows[0]!.found;
    }),

  /** Takes people to whom a push is due, the longest due first. If this server dies, another one takes them after two minutes. */
  async take(limit: number): Promise<readonly Waiting[]> {
    const { rows } = await sql<Waiting>`
      with taken as (
        update push_waiting w set leased_until = now() + ${leaseMinutes} * interval '1 minute'
        where person_id in (select person_id from push_waiting where due_at <= now() and coalesce(leased_until < now(), true)
          order by due_at limit ${limit} for update skip locked) returning w.*
      )
      select w.person_id id, w.now_at "nowAt", w.gathered_at "gatheredAt", w.read_at "readAt", w.now_until "nowUntil",
        w.gathered_until "gatheredUntil", w.calls, ${wishes},
        greatest(w.now_until, w.gathered_until, (select max(found_at) from push_rows)) "foundUntil"
      from taken w left join inbox_settings s on s.person_id = w.person_id`.execute(db);
    return rows;
  },

  /** How somebody gets pushes. */
  async reader(id: string): Promise<Reader> {
    const { rows } = await sql<Reader>`select ${id}::uuid id, ${wishes}
      from (select) one left join inbox_settings s on s.person_id = ${id}`.execute(db);
    return rows[0]!;
  },

  /** Writes what was done, and lets go of the person. What came meanwhile stays due. */
  async finish({ id, calls, readAt, foundUntil }: Waiting, { now, gathered, heldUntil }: Done): Promise<void> {
    const isSame = sql`calls = ${calls}`;
    await sql`update push_waiting set leased_until = null,
      read_at = case when read_at is distinct from ${readAt}::timestamptz then read_at end,
      now_at = case when ${heldUntil}::timestamptz is not null and now_at is not null then ${heldUntil}::timestamptz
        when ${now} and ${isSame} then null else now_at end,
      now_until = case when ${now} then ${foundUntil}::timestamptz else now_until end,
      gathered_at = case when ${heldUntil}::timestamptz is not null then greatest(gathered_at, case when gathered_at is not null then ${heldUntil}::timestamptz end)
        when ${gathered}::text is not null and ${isSame} then null
        when ${gathered}::text = 'sent' then now() + ${gapOf("is_live")} else gathered_at end,
      gathered_until = case when ${gathered}::text is not null then ${foundUntil}::timestamptz else gathered_until end,
      gathered_sent_at = case when ${gathered}::text = 'sent' then now() else gathered_sent_at end
      where person_id = ${id}`.execute(db);
  },

  /** Somebody has no browser to push to any more. */
  async end(id: string): Promise<void> {
    await db.deleteFrom("push_waiting").where("person_id", "=", id).execute();
  },

  /** Has what browsers show of this person taken back. False if they show nothing. */
  async takeBack(id: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`update push_waiting set read_at = now() where person_id = ${id}
      and exists (select from push_devices d where d.person_id = ${id} and d.shown <> '{}')`.execute(db);
    return numAffectedRows > 0n;
  },

  /** Deletes the notes of rows that are older than two days. */
  forget: (): Promise<void> => deleteExpired(db, "push_rows", "activity_id", isOlder("written_at", { days: 2 })),
});

const kindsOf = (pushOf: ReadonlyMap<KindName, string>) => JSON.stringify(Object.fromEntries(pushOf));
