import { sql } from "kysely";
import type { StoredFile } from "../media/objects/object-routes.ts";
import type { Db, Tx } from "../schema/database.ts";

interface NewReceipt {
  readonly id: string;
  readonly tripId: string;
  readonly squadId: string | null;
  readonly costId: string;
  readonly uploaderId: string;
  readonly kind: "picture" | "pdf";
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly crc32: number;
}

/** Writes of receipts, in a transaction that has locked the trip. */
export function receiptWrites(tx: Tx) {
  return {
    async add({ id, kind, crc32, ...receipt }: NewReceipt) {
      await tx
        .insertInto("cost_receipts")
        .values({
          id,
          kind,
          crc32,
          trip_id: receipt.tripId,
          squad_id: receipt.squadId,
          cost_id: receipt.costId,
          uploader_id: receipt.uploaderId,
          file_name: receipt.fileName,
          file_type: receipt.fileType,
          file_size: receipt.fileSize,
          sha256: Buffer.from(receipt.sha256, "hex"),
        })
        .execute();
    },
    /** Takes the receipt off a cost. It is kept for a while, so that an undoing brings it back. */
    async putAway(costId: string) {
      await tx
        .updateTable("cost_receipts")
        .set({ gone_at: sql<Date>`now()` })
        .where("cost_id", "=", costId)
        .where("gone_at", "is", null)
        .execute();
    },
    /** Gives a cost the receipt back that it had, if that is still kept. */
    async bringBack(costId: string, id: string) {
      await tx
        .updateTable("cost_receipts")
        .set({ gone_at: null })
        .where("cost_id", "=", costId)
        .where("id", "=", id)
        .execute();
    },
  };
}

/** The receipt of a cost; undefined without one. */
export async function findReceipt(db: Db, costId: string): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom("cost_receipts")
    .select(["id", "file_name", "file_type", "file_size", "sha256"])
    .where("cost_id", "=", costId)
    .where("gone_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, file_name: fileName, file_type: fileType, file_size: fileSize, sha256 } = row;
  return { id, fileName, fileType, fileSize, sha256: sha256.toString("hex") };
}
