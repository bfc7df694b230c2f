import type { DirectUploads } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/db/id.ts";
import { type LeaseStore, withLease } from "./upload-lease.ts";
import { addressLifeMs, directIdOf } from "./upload-address.ts";
import { type UploadParts, acceptUpload } from "./uploads.ts";

/** Larger files come in pieces through this server. */
const maxDirectBytes = 10_485_760;
const mimeTypePattern = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

export interface DirectStore extends LeaseStore {
  create(upload: { id: string; userId: string; size: number; sha256: undefined }): Promise<void>;
  /** The person's upload with this id, if it was not inspected yet. */
  findUninspected(id: string, userId: string): Promise<{ readonly size: number } | null>;
}

export interface DirectFlow {
  /** An address in the object store for an announced file; null when it must come through this server. */
  addressFor(userId: string, file: { readonly size?: number; readonly fileType?: string }): Promise<string | null>;
  /**
   * Inspects the file at a store address, and accepts or refuses it like any upload. Does nothing for other addresses and other people's
   * uploads, nor for an upload that is already inspected or has not arrived.
   */
  acceptDirect(address: string, userId: string): Promise<void>;
}

/** Uploads that browsers send straight into the object store. The server inspects them when they are registered. */
export function openDirect(
  direct: DirectUploads | null,
  parts: UploadParts & { readonly rows: DirectStore; readonly mayHaveAddress: (userId: string) => Promise<boolean> },
): DirectFlow {
  const { rows } = parts;
  const running = new Map<string, Promise<void>>();

  async function accept(id: string, userId: string): Promise<void> {
    const upload = direct && (await rows.findUninspected(id, userId));
    if (!upload) return;
    await parts.pace.turn(userId);
    await withLease(
      rows,
      id,
      () => {},
      async (leaseId) => {
        const staged = await direct.staged(id, upload.size);
        // Another request has just accepted it, or it was never sent.
        if (!staged) return;
        try {
          await acceptUpload(parts, { id, userId, leaseId }, staged);
        } finally {
          await staged.leave();
        }
      },
    );
  }

  return {
    async addressFor(userId, { size = 0, fileType: type = "application/octet-stream" }) {
      if (!direct || size === 0 || size > maxDirectBytes || !mimeTypePattern.test(type)) return null;
      // An address takes bytes until it expires, also after its upload was cancelled, and no quota counts those bytes.
      if (!(await parts.mayHaveAddress(userId))) return null;
      const id = newId();
      const address = await direct.addressFor(id, { size, type }, addressLifeMs / 1000);
      if (address !== null) await rows.create({ id, userId, size, sha256: undefined });
      return address;
    },
    async acceptDirect(address, userId) {
      const id = directIdOf(address);
      if (id === undefined) return;
      const key = `${id} ${userId}`;
      const accepting =
        running.get(key) ??
        accept(id, userId)
          .catch(ignoreRefusal)
          .finally(() => running.delete(key));
      running.set(key, accepting);
      await accepting;
    },
  };
}

/** A refusal for good is stored with the upload, and the registration repeats it. */
function ignoreRefusal(error: unknown): void {
  if (error instanceof Problem && error.status < 500 && error.code !== "too_many_requests") return;
  throw error;
}
