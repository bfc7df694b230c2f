// Decision 025: why a sum is looked up in one trip or squad only.
import { sql } from "kysely";
import type { Database, Tx } from "../../schema/database.ts";
import { rememberAdder } from "./also-added-store.ts";
import { keepPhotos } from "./same-store.ts";

type Album = { readonly tripId: string } | { readonly squadId: string };

/** Reads the unique index that keeps an album from having the same bytes twice. */
export function knownStore({ db, transact }: Database) {
  return {
    /**
     * Returns which of these SHA-256 sums (hexadecimal) the trip has, or the squad outside its trips. Photos in the trash do not count. The
     * person adds these files, which is remembered for photos of others.
     */
    async known(album: Album, sums: readonly string[], userId: string): Promise<string[]> {
      const all = db
        .selectFrom("media")
        .select(({ fn }) => [
          "sha256",
          fn.coalesce("still_id", "id").as("id"),
          sql<boolean>`uploader_id is not distinct from ${userId}::uuid`.as("isMine"),
        ])
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
      const found = await here.execute();
      const others = found.filter(({ isMine }) => !isMine).map(({ id }) => id);
      const kept = others.length > 0 ? await transact((tx) => keepAll(tx, others, userId)) : [];
      return found.filter(({ id, isMine }) => isMine || kept.includes(id)).map(({ sha256 }) => sha256.toString("hex"));
    },
  };
}

async function keepAll(tx: Tx, ids: readonly string[], userId: string): Promise<string[]> {
  const kept = await keepPhotos(tx, ids);
  await rememberAdder(tx, kept, userId);
  return kept;
}
