// Decision 025: why a sum is looked up in one trip or squad only.
import { sql } from "kysely";
import type { Database } from "../../platform/db/connect.ts";

/** Reads the unique index that keeps an album from having the same bytes twice. */
export function knownStore({ db }: Database) {
  return {
    /** Returns which of these SHA-256 sums (hexadecimal) the trip has, or the squad outside its trips. Photos in the trash do not count. */
    async known(album: { readonly tripId: string } | { readonly squadId: string }, sums: readonly string[]) {
      const all = db
        .selectFrom("media")
        .select("sha256")
        .where(sql<boolean>`purpose in ('gallery', 'live')`)
        .where(
          "sha256",
          "in",
          sums.map((sum) => Buffer.from(sum, "hex")),
        );
      const here =
        "tripId" in album
          ? all.where("trip_id", "=", album.tripId)
          : all.where("squad_id", "=", album.squadId).where("trip_id", "is", null);
      return (await here.execute()).map(({ sha256 }) => sha256.toString("hex"));
    },
  };
}
