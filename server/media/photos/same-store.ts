import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";
import type { Album } from "./register.ts";

type Place = Pick<Album, "squadId" | "tripId">;

/** The album's photos of these bytes. */
function selectSame(tx: Tx, { squadId, tripId }: Place, sha256: string) {
  const same = tx.selectFrom("media").select(["id", "still_id"]).where("sha256", "=", Buffer.from(sha256, "hex"));
  return tripId
    ? same.where("trip_id", "=", tripId)
    : same.where("squad_id", "=", squadId).where("trip_id", "is", null);
}

/** Whether the album has a held photo of these bytes. */
export async function isHeld(tx: Tx, album: Place, sha256: string): Promise<boolean> {
  return (await selectSame(tx, album, sha256).where("purpose", "=", "held").executeTakeFirst()) !== undefined;
}

/**
 * Finds the album's photo of these bytes and locks it against deletion until the transaction ends. For the clip of a Live Photo it returns
 * that photo. Undefined when there is none; a photo that is held or in the trash does not count.
 */
export async function keepSame(tx: Tx, album: Place, sha256: string): Promise<string | undefined> {
  const found = await selectSame(tx, album, sha256)
    .where(sql<boolean>`purpose in ('gallery', 'live')`)
    .executeTakeFirst();
  if (!found) return undefined;
  // A video that was joined into a Live Photo just now is not found here; the caller's next attempt finds the photo.
  const [kept] = await keepPhotos(tx, [found.still_id ?? found.id]);
  return kept;
}

/** Locks photos against deletion until the transaction ends. Returns the ids of those that are in their gallery. */
export async function keepPhotos(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const kept = await tx
    .selectFrom("media")
    .select("id")
    .where("id", "in", ids)
    .where("purpose", "=", "gallery")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return kept.map(({ id }) => id);
}
