import { maxReceiptBytes } from "#contract/cost-limits.ts";
import type { NewCost } from "#contract/costs.ts";
import { withValues } from "#contract/refusals.ts";
import { pdfType } from "../media/inspect/kind.ts";
import type { TakeFiles } from "../media/photos/take-files.ts";
import { uploadIdOf } from "../media/uploads/upload-address.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Tx } from "../schema/database.ts";
import type { BooksAccess } from "./access.ts";
import { receiptWrites } from "./receipts-store.ts";

type Receipt = NonNullable<NewCost["receipt"]>;

/** The receipt that a request names: a new one, `null` for none, and undefined where it leaves the receipt as it is. */
export type WantedReceipt = Receipt | null | undefined;

/** Gives a cost another receipt, or none. */
export type SetReceipt = (access: BooksAccess, costId: string, wanted: Receipt | null) => Promise<void>;

/** Whether a request names another receipt than the cost has. A request that is sent again names the same. */
export function isOtherReceipt(wanted: WantedReceipt, presentId: string | null): boolean {
  if (wanted === undefined) return false;
  return wanted === null ? presentId !== null : uploadIdOf(wanted.uploadURL) !== presentId;
}

/** Opens the way in which costs get their receipts: pictures as uploads accept them, and PDFs, which nobody opens. */
export function openReceipts(files: TakeFiles) {
  return {
    /** Call it before the transaction. */
    async arrive(wanted: WantedReceipt, userId: string): Promise<void> {
      if (wanted) await files.arrive(wanted.uploadURL, userId);
    },
    setIn:
      (tx: Tx): SetReceipt =>
      async ({ userId, tripId, squadId }, costId, wanted) => {
        const writes = receiptWrites(tx);
        await writes.putAway(costId);
        if (wanted === null) return;
        const { id, fileName, found } = await files.take(tx, {
          address: wanted.uploadURL,
          userId,
          fileName: wanted.fileName ?? "receipt",
          field: "receipt.uploadURL",
          otherKind: "receipt_no_picture",
        });
        if (found.size > maxReceiptBytes)
          throw new Problem("too_large", withValues("receipt_too_large", { max: maxReceiptBytes / 1_000_000 }));
        const { type: fileType, size: fileSize, sha256, crc32 } = found;
        const kind = fileType === pdfType ? "pdf" : "picture";
        const file = { fileName, fileType, fileSize, sha256, crc32 };
        await writes.add({ id, tripId, squadId, costId, uploaderId: userId, kind, ...file });
        await files.demandSpace(tx, userId, squadId);
      },
  };
}
