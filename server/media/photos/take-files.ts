import type { PlainKey } from "#contract/refusals.ts";
import type { Tx } from "../../schema/database.ts";
import { Problem, refusedField } from "../../platform/http/problem.ts";
import type { Found } from "../inspect/inspect.ts";
import { pdfType } from "../inspect/kind.ts";
import type { Storage } from "../storage/storage.ts";
import type { DirectFlow } from "../uploads/direct.ts";
import { uploadIdOf } from "../uploads/upload-address.ts";
import { uploadUsed } from "../uploads/uploads.ts";
import { cleanFileName, nameForType } from "./file-name.ts";
import { registerWrites } from "./media-store.ts";

/** A picture or a PDF that becomes part of something else than an album. Its bytes are the blob `{id}/original`. */
interface TakenFile {
  readonly id: string;
  readonly fileName: string;
  readonly found: Found;
}

/** Takes uploads for something else than albums, such as receipts. */
export interface TakeFiles {
  /** Inspects an upload that went straight into the object store. Call it before the transaction. */
  arrive(address: string, userId: string): Promise<void>;
  /**
   * Takes a picture or a PDF out of the unused uploads of a person. Whoever calls keeps a row with its id, and has that row's files removed
   * with it. Refuses videos with the sentence of `otherKind`.
   */
  take(
    tx: Tx,
    upload: {
      readonly address: string;
      readonly userId: string;
      readonly fileName: string | undefined;
      readonly field: string;
      readonly otherKind: PlainKey;
    },
  ): Promise<TakenFile>;
  /** Throws 507 if what this transaction has added exceeds the space of the person or the squad. */
  demandSpace(tx: Tx, userId: string, squadId: string | null): Promise<void>;
}

export const takeFilesWith = (direct: DirectFlow, storage: Storage): TakeFiles => ({
  arrive: (address, userId) => direct.acceptDirect(address, userId),
  async take(tx, { address, userId, fileName, field, otherKind }) {
    const writes = registerWrites(tx);
    const id = uploadIdOf(address);
    if (!id) throw refusedField(field, "upload_address_foreign", "upload_address_foreign_field");
    const upload = await writes.lockUpload(id, userId);
    if (!upload || (upload.found ?? upload.refusal) === null) throw new Problem("upload_missing", "upload_not_arrived");
    if (upload.mediaId) throw uploadUsed();
    const { found, refusal } = upload;
    if (!found) throw refusal ? new Problem(refusal.code, refusal) : new Problem("broken_file", "file_unreadable");
    if (found.type !== pdfType && !found.type.startsWith("image/")) throw new Problem("unsupported_type", otherKind);
    await writes.markRegistered(id, id);
    return { id, found, fileName: nameForType(cleanFileName(fileName ?? ""), found.type) };
  },
  demandSpace: (tx, userId, squadId) => storage.demandSpace(userId, squadId, 0, tx),
});
