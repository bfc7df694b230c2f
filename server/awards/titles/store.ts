import { sql } from "kysely";
import type { ShownReceipt } from "#contract/nights.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { ancestorOf } from "../../schema/shapes/award.ts";
import { personColumns, personOf } from "../../schema/shapes/person.ts";
import { receiptOfWinner, shownReceipts } from "../receipts/shown-store.ts";
import type { SquadAward, Title } from "./cabinet.ts";

/** A cabinet shows the winners of this many trips, the latest, and as many open awards. */
const maxTrips = 200;
const maxOpen = 300;

/** Award `c`, and its trip `t`, as a cabinet shows them. */
const shownAward = sql`json_build_object('id', c.id, 'name', c.name, 'icon', c.icon, 'color', c.color)`;
const shownTrip = sql`json_build_object('id', t.id, 'name', t.name, 'year', extract(year from t.start_date)::int)`;

/** An award that is to be added to a trip, with what it descends from. */
export interface Descendant {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly color: string;
  readonly ancestor: string;
}

export function titleStore({ db }: Database) {
  return {
    /** The squad's latest trip with awards before this one. */
    async findLastTrip(tripId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom("trips as me")
        .innerJoin("trips as t", "t.squad_id", "me.squad_id")
        .select("t.id")
        .where("me.id", "=", tripId)
        .where(sql<boolean>`(t.start_date, t.id) < (me.start_date, me.id)`)
        .where("t.category_count", ">", 0)
        .orderBy("t.start_date", "desc")
        .orderBy("t.id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },
    /** The complete awards of a squad that somebody won, latest trip first. */
    async titlesOf(squadId: string): Promise<Title[]> {
      const { rows } = await sql<Title>`
        with latest as materialized (
          select id, name, start_date from trips where squad_id = ${squadId} and complete_count > 0
          order by start_date desc, id desc limit ${maxTrips}
        )
        select ${shownAward} category, ${ancestorOf} ancestor, ${shownTrip} trip, array_agg(y.nominee_id order by y.nominee_id) winners
        from latest t join categories c on c.trip_id = t.id and c.completed_at is not null
          join placed_in(c.id) y on y.rank = 1
        group by c.id, t.id, t.name, t.start_date
        order by t.start_date desc, t.id desc, c.position, c.id`.execute(db);
      return rows;
    },
    /** The awards of a squad that are not complete, latest trip first. */
    async openAwardsOf(squadId: string): Promise<SquadAward[]> {
      const { rows } = await sql<SquadAward>`
        select ${shownAward} category, ${ancestorOf} ancestor, ${shownTrip} trip
        from trips t join categories c on c.trip_id = t.id and c.completed_at is null
        where t.squad_id = ${squadId} and t.complete_count < t.category_count
        order by t.start_date desc, t.id desc, c.position, c.id limit ${maxOpen}`.execute(db);
      return rows;
    },
    /** The receipts that the shows have chosen for the winners of these awards, by award. Awards without one are missing. */
    async receiptsOf(awardIds: readonly string[]): Promise<ReadonlyMap<string, ShownReceipt>> {
      const chosen = await db
        .selectFrom("categories as c")
        .select(["c.id", receiptOfWinner.as("receipt_id")])
        .where(sql<boolean>`c.id = any(${[...awardIds]}::uuid[])`)
        .execute();
      const receipts = await shownReceipts(
        db,
        chosen.flatMap(({ receipt_id }) => receipt_id ?? []),
      );
      return new Map(
        chosen.flatMap(({ id, receipt_id }) => {
          const receipt = receipts.get(receipt_id ?? "");
          return receipt ? [[id, receipt] as const] : [];
        }),
      );
    },
    /** People by their ids. Those whose account was deleted are missing. */
    async people(ids: readonly string[]) {
      const rows = await db
        .selectFrom("people as u")
        .select(["u.id", ...personColumns])
        .where(sql<boolean>`u.id = any(${[...ids]}::uuid[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, personOf(row.id, row)]));
    },
  };
}

/** Writes on packs and ballots, in a transaction. */
export function titleWrites(tx: Tx) {
  return {
    /** Locks the trip, so that nobody else adds awards to it meanwhile, and returns its awards. */
    async lockAwards(tripId: string): Promise<{ name: string; ancestor: string; position: number }[]> {
      await sql`select from trips where id = ${tripId} for no key update`.execute(tx);
      return tx
        .selectFrom("categories as c")
        .select(["c.name", "c.position", ancestorOf.as("ancestor")])
        .where("c.trip_id", "=", tripId)
        .execute();
    },
    /** The awards of a trip as another trip would have them, in order. */
    descendantsOf: (tripId: string): Promise<Descendant[]> =>
      tx
        .selectFrom("categories as c")
        .select(["c.name", "c.description", "c.icon", "c.color", ancestorOf.as("ancestor")])
        .where("c.trip_id", "=", tripId)
        .orderBy("c.position")
        .orderBy("c.id")
        .execute(),
    /** Locks an award as a vote does. */
    async lockAward(id: string) {
      return tx
        .selectFrom("categories")
        .select(["completed_at", "closed_at"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    /** Takes a name off an award, and makes the votes for it void. */
    async decline(categoryId: string, userId: string) {
      await tx
        .insertInto("declined_awards")
        .values({ category_id: categoryId, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx
        .updateTable("votes")
        .set({ nominee_id: null })
        .where("category_id", "=", categoryId)
        .where("nominee_id", "=", userId)
        .execute();
    },
    async accept(categoryId: string, userId: string) {
      await tx
        .deleteFrom("declined_awards")
        .where("category_id", "=", categoryId)
        .where("user_id", "=", userId)
        .execute();
    },
    /** Whether anybody of the crew can be chosen for an award. */
    async hasNominee(categoryId: string): Promise<boolean> {
      const row = await tx
        .selectFrom("categories as c")
        .innerJoin("trip_members as m", "m.trip_id", "c.trip_id")
        .leftJoin("declined_awards as d", (join) =>
          join.onRef("d.category_id", "=", "c.id").onRef("d.user_id", "=", "m.user_id"),
        )
        .select("m.user_id")
        .where("c.id", "=", categoryId)
        .where("d.user_id", "is", null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type TitleWrites = ReturnType<typeof titleWrites>;
