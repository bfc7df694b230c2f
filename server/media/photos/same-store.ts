import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";
import type { Album } from "./register.ts";

/**
 * Finds the album's photo of these bytes and locks it against deletion until the transaction ends. For the clip of a Live Photo it returns
 * that photo. Undefined when there is none; a photo in the trash does not count.
 */
export async function keepSame(
  tx: Tx,
  { squadId, tripId }: Pick<Album, "squadId" | "tripId">,
  sha256: string,
): Promise<string | undefined> {
  const same = tx
    .selectFrom("media")
    .select(["id", "still_id"])
    .where(sql<boolean>`purpose in ('gallery', 'live')`)
    .where("sha256", "=", Buffer.from(sha256, "hex"));
  const found = await (
    tripId ? same.where("trip_id", "=", tripId) : same.where("squad_id", "=", squadId).where("trip_id", "is", null)
  ).executeTakeFirst();
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
