import { sql } from "kysely";
import type { Tx } from "../../platform/db/connect.ts";
import type { Place } from "./register.ts";

/**
 * Finds the gallery's picture of these bytes and locks it: until this transaction ends nobody deletes it. The film of a Live Photo is found
 * as that photo. Undefined when there is none any more. A photo in the trash is not found.
 */
export async function keepSame(
  tx: Tx,
  { squadId, tripId }: Pick<Place, "squadId" | "tripId">,
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
  // What is no photo of its own any more has become the film of one in this moment: it is found as that the next time.
  const kept = await tx
    .selectFrom("media")
    .select("id")
    .where("id", "=", found.still_id ?? found.id)
    .where("purpose", "=", "gallery")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return kept?.id;
}
