// Decision 025: why a sum is looked up in one trip or squad only.
import { sql } from "kysely";
import type { Database } from "../../platform/db/connect.ts";

/** By the unique index that keeps a place from having the same bytes twice. */
export function knownStore({ db }: Database) {
  return {
    /** Which of these SHA-256 in hexadecimal the trip has, or the squad outside of its trips. The trash does not count. */
    async known(place: { readonly tripId: string } | { readonly squadId: string }, sums: readonly string[]) {
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
        "tripId" in place
          ? all.where("trip_id", "=", place.tripId)
          : all.where("squad_id", "=", place.squadId).where("trip_id", "is", null);
      return (await here.execute()).map(({ sha256 }) => sha256.toString("hex"));
    },
  };
}
