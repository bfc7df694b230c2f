import { type RawBuilder, sql } from "kysely";
import { undoDays } from "#contract/merges.ts";
import { newId } from "../../platform/db/id.ts";
import type { Tx } from "../../schema/database.ts";
import { namedPeople } from "../../schema/people.ts";
import { type Revealed, leaveCrews } from "../../schema/shapes/crew.ts";
import type { Treated } from "../../schema/tables/named-people.ts";
import { type Kept, type Taken, withoutReturned } from "./kept.ts";

/** Two people of whom one becomes the other. */
export interface Pair {
  readonly from: string;
  readonly into: string;
}

/** The trips whose crews have changed, and the awards that this completed. */
export interface Changed {
  readonly tripIds: readonly string[];
  readonly revealed: readonly Revealed[];
}

/** Every column that names a person, and what happens to it. A column that the database makes of others changes with them. */
const named = Object.entries(namedPeople)
  .flatMap(([table, columns]) => Object.entries(columns).map(([column, treated]) => ({ table, column, treated })))
  .filter(({ column }) => column !== "face");

type Named = (typeof named)[number];

const keyOf = ({ table, column }: Pick<Named, "table" | "column">) => `${table}.${column}`;
const isUndone = (how: Treated["undone"]) => (one: Named) => one.treated.undone === how;

/** Writes that merge two people and undo it, in a transaction. */
export function mergeWrites(tx: Tx) {
  const run = async <T>(query: RawBuilder<T>) => (await query.execute(tx)).rows;
  const takenAt = (kept: Kept, name: string): Taken => kept.rows[name] ?? { moved: [], ended: [] };

  /** Completes what a change of the crews completes. */
  async function settle(tripIds: readonly string[]): Promise<Revealed[]> {
    return run(sql<Revealed>`
      select c.trip_id "tripId", c.id "categoryId" from unnest(${[...tripIds]}::uuid[]) x(trip_id)
        cross join lateral unnest(settle_trip(x.trip_id)) r(id) join categories c on c.id = r.id`);
  }

  async function bringBack(table: string, rows: readonly unknown[]): Promise<void> {
    await run(sql`select bring_back(${table}::regclass, ${JSON.stringify(rows)}::jsonb)`);
  }

  /** Gives the person their places in squads back. Where the other is an admin by now, both have a place: no squad loses its admin. */
  async function returnToSquads({ from, into }: Pair, { moved, ended }: Taken): Promise<void> {
    for (const one of moved) {
      const [place] = await run(sql<{ role: string; id: string }>`
        select role, id from squad_members where squad_id = ${one["squad_id"]} and user_id = ${into}`);
      if (place?.role === "admin")
        await bringBack("squad_members", [{ ...one, id: newId(), user_id: from, role: "member" }]);
      else if (place)
        await run(
          sql`update squad_members set user_id = ${from} where squad_id = ${one["squad_id"]} and user_id = ${into}`,
        );
    }
    await bringBack("squad_members", ended);
  }

  /**
   * An admin may have removed the account from a squad after the merge. Then the seat that comes back is removed from that squad too. Returns
   * the ids of these squads, and of their trips without the account on the crew.
   */
  async function removeAgain({ from, into }: Pair, { moved, ended }: Taken) {
    const known = [...moved, ...ended].map((one) => one["squad_id"]);
    const removals = await run(sql<{ id: string }>`select squad_id id from removed_members
      where user_id = ${into} and squad_id = any(${known}::uuid[])`);
    const squads = removals.map(({ id }) => id);
    for (const id of squads)
      await run(sql`insert into removed_members (id, squad_id, user_id) values (${newId()}, ${id}, ${from})`);
    const trips = await run(sql<{ id: string }>`select id from trips where squad_id = any(${squads}::uuid[])
      and not exists (select from trip_members where trip_id = trips.id and user_id = ${into})`);
    return { squads, trips: trips.map(({ id }) => id) };
  }

  return {
    /**
     * Locks the uploads, squads, awards, trips and people of a merge, in the order in which others lock them. `kept` names trips that somebody has
     * left since. Returns how many of the two people there are.
     */
    async lock({ from, into }: Pair, kept?: Kept): Promise<number> {
      const both = [from, into];
      // A registration locks its upload before the trip and the person.
      await run(sql`select id from uploads where user_id = any(${both}::uuid[]) order by id for update`);
      const places = kept ? takenAt(kept, "trip_members.user_id") : { moved: [], ended: [] };
      const former = [...places.moved, ...places.ended].map((one) => one["trip_id"]);
      await run(sql`select id from squads where id in (select squad_id from squad_members where user_id = any(${both}::uuid[])
        union select squad_id from seats where person_id = any(${both}::uuid[])
        union select squad_id from expected_people where person_id = any(${both}::uuid[])) order by id for update`);
      const trips = sql`(select trip_id from trip_members where user_id = any(${both}::uuid[]) union select unnest(${former}::uuid[]))`;
      await run(sql`select id from categories where trip_id in ${trips} order by id for no key update`);
      await run(sql`select id from trips where id in ${trips} order by id for update`);
      const people = await run(sql`select id from people where id = any(${both}::uuid[]) order by id for update`);
      return people.length;
    },
    /** Since when tickets of a seat count, in ISO 8601: since an admin made a link, a session was ended, or a merge undone. */
    async ticketsFrom(id: string): Promise<string | null> {
      const [seat] = await run(sql<{ at: Date | null }>`
        select greatest(link_made_at, tickets_from) at from seats where person_id = ${id}`);
      return seat?.at?.toJSON() ?? null;
    },
    /** Whether an admin has removed the account from a squad in which the seat is. */
    async wasRemoved({ from, into }: Pair): Promise<boolean> {
      const removed = await run(sql`select from removed_members r join squad_members m on m.squad_id = r.squad_id
        where m.user_id = ${from} and r.user_id = ${into}`);
      return removed.length > 0;
    },
    async hasAccount(id: string): Promise<boolean> {
      return (await run(sql`select from accounts where person_id = ${id}`)).length > 0;
    },
    /** What somebody is in a squad: nobody, a name that is still to come, a seat, or somebody with an account. */
    async standingIn(squadId: string, id: string): Promise<"expected" | "seat" | "account" | null> {
      const [found] = await run(sql<{ standing: "expected" | "seat" | "account" }>`
        select case when e.person_id is not null then 'expected' when a.person_id is not null then 'account' else 'seat' end standing
        from people u left join expected_people e on e.person_id = u.id and e.squad_id = ${squadId}
          left join squad_members m on m.user_id = u.id and m.squad_id = ${squadId} left join accounts a on a.person_id = u.id
        where u.id = ${id} and (e.person_id is not null or m.id is not null)`);
      return found?.standing ?? null;
    },

    /**
     * Makes one person another, as the list of named people says. Without a squad the owner of the seat does it, and their ballots come
     * along; otherwise an admin of that squad. The caller holds the locks.
     */
    async merge(pair: Pair, by: { readonly userId: string; readonly squadId: string | null }): Promise<Changed> {
      const { from, into } = pair;
      const isOwn = by.squadId === null;
      const [{ first_name: firstName }] = (await run(
        sql<{ first_name: string }>`select first_name from people where id = ${from}`,
      )) as [{ first_name: string }];
      const trips = await run(
        sql<{ trip_id: string }>`select distinct trip_id from trip_members where user_id = ${from} order by 1`,
      );
      const tripIds = trips.map(({ trip_id }) => trip_id);
      const crew = await run(sql<{ row: Record<string, unknown> }>`
        select to_jsonb(m) "row" from trip_members m where user_id = ${from} order by id`);
      const [{ votedIn }] = (await run(
        sql<{ votedIn: string[] }>`select merge_ballots(${from}, ${into}, ${isOwn}) "votedIn"`,
      )) as [{ votedIn: string[] }];

      // Of two looks at one gallery the later counts, also after an undoing.
      await run(sql`update looks o set seen_at = l.seen_at from looks l
        where l.user_id = ${from} and o.user_id = ${into} and o.place_id = l.place_id and o.seen_at < l.seen_at`);
      const rows: Record<string, Taken> = {};
      for (const one of named) {
        const { table, column, treated } = one;
        const moves = treated.merged === "moves" || (treated.merged === "moves for its owner" && isOwn);
        if (moves) {
          const [{ taken }] = (await run(
            sql<{ taken: Taken }>`select move_rows(${table}::regclass, ${column}, ${from}, ${into}) taken`,
          )) as [{ taken: Taken }];
          // It keeps nothing that stays where it is: after the vote nobody may read who wrote a proof.
          if (treated.undone !== "stays") rows[keyOf(one)] = taken;
        } else if (treated.merged === "ends" && treated.undone === "returns") {
          const ended = await run(sql<{ row: Record<string, unknown> }>`
            select to_jsonb(t) "row" from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${from}`);
          rows[keyOf(one)] = { moved: [], ended: ended.map(({ row }) => row) };
        }
      }
      // The undoing puts people onto crews anew, so it needs whole rows.
      const places = rows["trip_members.user_id"]!;
      const movedTo = new Set(places.moved.map((one) => one["trip_id"]));
      rows["trip_members.user_id"] = {
        moved: crew.map(({ row }) => row).filter((row) => movedTo.has(row["trip_id"])),
        ended: places.ended,
      };

      await run(sql`update media set likes = likes - 1
        where id = any(${rows["media_likes.user_id"]!.ended.map((one) => one["media_id"])}::uuid[])`);
      await run(sql`delete from removed_members r using squad_members m
        where m.squad_id = r.squad_id and m.user_id = r.user_id and r.user_id = ${into}`);
      await run(sql`select become_voter(${into})`);
      await run(sql`delete from people where id = ${from}`);
      // A picture that the person shows again after an undoing is not unused until then.
      await run(sql`delete from images_to_check k using media m
        where m.id = k.media_id and m.purpose = 'profile' and m.uploader_id = ${into}`);
      await run(sql`select recount_space(array[${into}]::uuid[]), galleries_of_changed(array[${into}]::uuid[])`);
      const taken = JSON.stringify({ rows, votedIn } satisfies Kept);
      await run(sql`insert into merges (person_id, into_id, made_by, squad_id, first_name, taken)
        values (${from}, ${into}, ${by.userId}, ${by.squadId}, ${firstName}, ${taken}::jsonb)`);
      return { tripIds, revealed: await settle(tripIds) };
    },

    /** A merge that this person made and may still undo, locked. */
    async find(id: string, madeBy: string) {
      const [found] = await run(sql<{ into: string; squadId: string | null; kept: Kept }>`
        select into_id "into", squad_id "squadId", taken kept from merges
        where person_id = ${id} and made_by = ${madeBy} and taken is not null and made_at > now() - ${undoDays} * interval '1 day' for update`);
      return found;
    },

    /**
     * Undoes a merge. No ballot comes back: the person's ballots in awards that are still open are void. `isOwn`: the seat was the account's
     * own, so a squad from which an admin has removed the account since gets neither of the two back. The caller holds the locks.
     */
    async undo(pair: Pair, kept: Kept, isOwn: boolean): Promise<Changed> {
      const { from, into } = pair;
      await run(sql`delete from merges where person_id = ${from}`);
      const others = await run(sql<{ id: string; kept: Kept }>`select person_id id, taken kept from merges
        where into_id = ${into} and taken is not null order by 1 for update`);
      for (const other of others) {
        const left = JSON.stringify(withoutReturned(other.kept, kept, from));
        await run(sql`update merges set taken = ${left}::jsonb where person_id = ${other.id}`);
      }
      for (const one of named.filter(isUndone("returns")))
        if (one.treated.merged === "ends") await bringBack(one.table, takenAt(kept, keyOf(one)).ended);

      await run(sql`update seats set tickets_from = now() where person_id = ${from}`);
      const squads = takenAt(kept, "squad_members.user_id");
      const places = takenAt(kept, "trip_members.user_id");
      const removed = isOwn ? await removeAgain(pair, squads) : { squads: [], trips: [] };
      await returnToSquads(pair, {
        ...squads,
        ended: squads.ended.filter((one) => !removed.squads.includes(String(one["squad_id"]))),
      });
      const crew = {
        ...places,
        ended: places.ended.filter((one) => !removed.trips.includes(String(one["trip_id"]))),
      };
      const stillThere = await run(sql<{ trip_id: string }>`select trip_id from trip_members where user_id = ${into}
        and trip_id = any(${crew.moved.map((one) => one["trip_id"])}::uuid[]) order by 1`);
      const left = stillThere.map(({ trip_id }) => trip_id);
      // The person gets their place in the order of the crew back.
      await run(
        sql`update trip_members set id = gen_random_uuid() where user_id = ${into} and trip_id = any(${left}::uuid[])`,
      );
      await bringBack("trip_members", [
        ...crew.ended,
        ...crew.moved.filter((one) => left.includes(String(one["trip_id"]))),
      ]);

      for (const one of named.filter(isUndone("returns"))) {
        const taken = takenAt(kept, keyOf(one));
        if (one.treated.merged === "ends") continue;
        await run(
          sql`select return_rows(${one.table}::regclass, ${one.column}, ${from}, ${into}, ${JSON.stringify(taken)}::jsonb)`,
        );
      }
      await run(sql`update media m set likes = likes + 1 from media_likes l where l.media_id = m.id and l.user_id = ${from}
        and m.id = any(${takenAt(kept, "media_likes.user_id").ended.map((one) => one["media_id"])}::uuid[])`);
      await run(sql`select void_ballots_in(${[...kept.votedIn]}::uuid[], ${from})`);
      const revealed = await leaveCrews(tx, left, into);
      await run(sql`select recount_space(${[from, into]}::uuid[]), galleries_of_changed(${[from, into]}::uuid[])`);
      await run(sql`update sessions set departures = departures + 1 where user_id = ${into}`);
      const tripIds = [...crew.moved, ...crew.ended].map((one) => String(one["trip_id"]));
      return { tripIds, revealed: [...revealed, ...(await settle(tripIds))] };
    },
  };
}

export type MergeWrites = ReturnType<typeof mergeWrites>;
