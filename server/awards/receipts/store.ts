import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { NewReceipt } from "#contract/receipts.ts";
import type { TripMembership } from "../../access/rights.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { type OwnRecords, onTripsOf } from "../../schema/own-records.ts";
import { lockStage } from "../../schema/shapes/award.ts";
import { findShown, selectReceipts } from "./shown-store.ts";

export function receiptStore({ db }: Database) {
  return {
    /** The trip of an award. */
    async findTripOfAward(categoryId: string): Promise<string | undefined> {
      const row = await db.selectFrom("categories").select("trip_id").where("id", "=", categoryId).executeTakeFirst();
      return row?.trip_id;
    },
    async findReceipt(id: string) {
      return db
        .selectFrom("receipts")
        .select(["id", "trip_id as tripId", "nominee_id as nomineeId", "author_id as authorId"])
        .where("id", "=", id)
        .executeTakeFirst();
    },
    /** The receipts about the present nominees of a trip that have something to show. They are in no order. */
    async receiptsOf({ tripId, userId: viewerId }: TripMembership) {
      const rows = await selectReceipts(db)
        .innerJoin("trip_members as n", (join) =>
          join.onRef("n.trip_id", "=", "r.trip_id").onRef("n.user_id", "=", "r.nominee_id"),
        )
        .select(["r.category_id as categoryId", "r.nominee_id as nomineeId"])
        .select([
          sql<number>`r.hearts + (select count(*)::int from receipt_hearts h where h.receipt_id = r.id)`.as("hearts"),
          sql<boolean>`exists (select from receipt_hearts h where h.receipt_id = r.id and h.user_id = ${viewerId})`.as(
            "isHearted",
          ),
          sql<boolean>`r.author_id is not null and r.author_id = ${viewerId}`.as("isMine"),
        ])
        .where("r.trip_id", "=", tripId)
        .where(
          sql<boolean>`not exists (select from declined_awards d where d.category_id = r.category_id and d.user_id = r.nominee_id)`,
        )
        .execute();
      return rows.flatMap((row) => {
        const shown = findShown(row);
        return shown ? [{ ...row, ...shown }] : [];
      });
    },
    async remove(id: string) {
      await db.deleteFrom("receipts").where("id", "=", id).execute();
    },
    async takeHeart(id: string, userId: string) {
      await db.deleteFrom("receipt_hearts").where("receipt_id", "=", id).where("user_id", "=", userId).execute();
    },
  };
}

/** Writes on receipts, in a transaction. */
export function receiptWrites(tx: Tx) {
  return {
    lockStage: (tripId: string) => lockStage(tx, tripId),
    /** What decides whether a receipt may be added. A statement of its own, so that it sees what the lock has waited for. */
    async check(tripId: string, categoryId: string, authorId: string, { nomineeId, mediaId, text }: NewReceipt) {
      const { rows } = await sql<{
        isOpen: boolean;
        isNominee: boolean;
        isPhoto: boolean;
        sameId: string | null;
        ofAuthor: number;
        ofTrip: number;
      }>`select c.completed_at is null as "isOpen",
          exists (select from trip_members m where m.trip_id = c.trip_id and m.user_id = ${nomineeId})
            and not exists (select from declined_awards d where d.category_id = c.id and d.user_id = ${nomineeId}) as "isNominee",
          exists (select from media m where m.id = ${mediaId ?? null} and m.trip_id = c.trip_id and m.purpose = 'gallery') as "isPhoto",
          (select r.id from receipts r where r.category_id = c.id and r.author_id = ${authorId} and r.nominee_id = ${nomineeId}
            and r.media_id is not distinct from ${mediaId ?? null}::uuid and r.text is not distinct from ${text ?? null}::text) as "sameId",
          (select count(*)::int from receipts r where r.category_id = c.id and r.author_id = ${authorId}) as "ofAuthor",
          (select count(*)::int from receipts r where r.trip_id = c.trip_id) as "ofTrip"
        from categories c where c.id = ${categoryId} and c.trip_id = ${tripId}`.execute(tx);
      return rows[0];
    },
    async add(tripId: string, categoryId: string, authorId: string, { nomineeId, mediaId, text }: NewReceipt) {
      const id = randomUUID();
      await tx
        .insertInto("receipts")
        .values({
          id,
          trip_id: tripId,
          category_id: categoryId,
          nominee_id: nomineeId,
          author_id: authorId,
          media_id: mediaId ?? null,
          text: text ?? null,
        })
        .execute();
      return id;
    },
    async giveHeart(id: string, userId: string) {
      await tx
        .insertInto("receipt_hearts")
        .values({ receipt_id: id, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

export type ReceiptWrites = ReturnType<typeof receiptWrites>;

/** Reads the receipts of a person and those that they gave a heart. What others write is null on trips that the person has left. */
export const receiptRecordsOf =
  ({ db }: Database) =>
  async (userId: string): Promise<OwnRecords> => {
    const onTrip = onTripsOf(userId);
    const receipts = db
      .selectFrom("receipts as r")
      .innerJoin("trips as t", "t.id", "r.trip_id")
      .innerJoin("categories as c", "c.id", "r.category_id")
      .innerJoin("people as n", "n.id", "r.nominee_id")
      .select(({ ref }) => [onTrip(ref("t.name")).as("trip"), onTrip(ref("c.name")).as("award")])
      .select(onTrip(sql<string | null>`n.first_name || ' ' || n.last_name`).as("about"))
      .orderBy("r.id");
    return {
      receipts: await receipts.select(["r.text", "r.media_id as mediaId"]).where("r.author_id", "=", userId).execute(),
      receiptHearts: await receipts
        .innerJoin("receipt_hearts as h", "h.receipt_id", "r.id")
        .where("h.user_id", "=", userId)
        .execute(),
    };
  };
