import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { ShownReceipt } from "#contract/nights.ts";
import type { Db } from "../../schema/database.ts";
import { likedPhotoColumns, likedPhotoOf } from "../../schema/shapes/liked-photo.ts";

/** Photos `m` that the receipt `r` may show: those of its trip. The viewers of a trip may see them all. */
const isShown = sql<boolean>`m.id = r.media_id and m.trip_id = r.trip_id and m.purpose = 'gallery' and m.state = 'ready'`;

/** The receipt on the winner's card of award `c`, which its show has chosen. Null before the night is over, and without one. */
export const receiptOfWinner = sql<
  string | null
>`(select card ->> 'receiptId' from nights n cross join jsonb_array_elements(n.cards) card
  where n.trip_id = c.trip_id and n.over_at is not null and card ->> 'categoryId' = c.id::text and card ->> 'rank' = '1')`;

/** Receipts `r` with their texts and photos. A photo that is deleted or not of the trip any more is null. */
export const selectReceipts = (db: Db) =>
  db
    .selectFrom("receipts as r")
    .select(["r.id", "r.text"])
    .select((receipt) =>
      jsonObjectFrom(
        receipt
          .selectFrom("media as m")
          .innerJoin("trips as t", "t.id", "m.trip_id")
          .leftJoin("people as u", "u.id", "m.uploader_id")
          .select(likedPhotoColumns)
          .where(isShown),
      ).as("photo"),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectReceipts>["execute"]>>[number];

/** The text or the photo of a receipt; undefined when its photo must not be shown. */
export function findShown({ text, photo }: Row): ShownReceipt | undefined {
  return text === null && photo === null ? undefined : { text, photo: photo && likedPhotoOf(photo) };
}

/** The receipts with these ids. Those that are gone or have no photo to show are missing. */
export async function shownReceipts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ShownReceipt>> {
  const found = new Map<string, ShownReceipt>();
  if (ids.length === 0) return found;
  for (const row of await selectReceipts(db).where("r.id", "in", ids).execute()) {
    const shown = findShown(row);
    if (shown) found.set(row.id, shown);
  }
  return found;
}

/**
 * By award, the best receipt of each nominee that has one to show: most hearts first, then by its random id, and the nominee with
 * the best one first. Call it after the close has counted the hearts.
 */
export async function bestReceipts(db: Db, tripId: string): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const rows = await db
    .selectFrom("receipts as r")
    .select(["r.id", "r.category_id", "r.nominee_id"])
    .where("r.trip_id", "=", tripId)
    .where(sql<boolean>`(r.text is not null or exists (select from media m where ${isShown}))`)
    .orderBy("r.hearts", "desc")
    .orderBy("r.id")
    .execute();
  const best = new Map<string, Map<string, string>>();
  for (const { id, category_id, nominee_id } of rows) {
    const ofAward = best.get(category_id) ?? new Map<string, string>();
    best.set(category_id, ofAward);
    if (!ofAward.has(nominee_id)) ofAward.set(nominee_id, id);
  }
  return best;
}
