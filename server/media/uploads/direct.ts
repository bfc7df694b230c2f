import type { DirectUploads } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/db/id.ts";
import { type HoldStore, hold } from "./hold.ts";
import { addressLifeMs, directIdOf } from "./upload-address.ts";
import { type UploadParts, takeIn } from "./uploads.ts";

/** Larger files go in pieces, through us. */
const mostDirectBytes = 10_485_760;
const typeForm = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

export interface DirectStore extends HoldStore {
  create(upload: { id: string; userId: string; size: number; sha256: undefined }): Promise<void>;
  /** One of this person whose bytes nobody has looked into; null when there is none. */
  findUnsettled(id: string, userId: string): Promise<{ readonly size: number } | null>;
}

export interface DirectFlow {
  /** An address of the store itself for a file that is announced. Null when it has to come through us. */
  addressFor(userId: string, file: { readonly size?: number; readonly fileType?: string }): Promise<string | null>;
  /**
   * Looks into what was put at an address of the store, and takes it or refuses it, as any upload is. Does nothing for other addresses,
   * for those of other people, and for what is settled or has not arrived.
   */
  takeIn(address: string, userId: string): Promise<void>;
}

/** Uploads that go from the browser into the store, past us: nobody has seen them before they are registered. */
export function openDirect(
  direct: DirectUploads | null,
  parts: UploadParts & { readonly holds: DirectStore; readonly mayHaveOne: (userId: string) => Promise<boolean> },
): DirectFlow {
  const { holds } = parts;
  const coming = new Map<string, Promise<void>>();

  async function arrive(id: string, userId: string): Promise<void> {
    const upload = direct && (await holds.findUnsettled(id, userId));
    if (!upload) return;
    await hold(
      holds,
      id,
      () => {},
      async (holder) => {
        const staged = await direct.staged(id, upload.size);
        // Registered by somebody else in this moment, or never sent.
        if (!staged) return;
        try {
          await takeIn(parts, { id, userId, holder }, staged);
        } finally {
          await staged.leave();
        }
      },
    );
  }

  return {
    async addressFor(userId, { size = 0, fileType: type = "application/octet-stream" }) {
      if (!direct || size === 0 || size > mostDirectBytes || !typeForm.test(type)) return null;
      // An address takes bytes as long as it lives, also of uploads that are over, and nobody counts those.
      if (!(await parts.mayHaveOne(userId))) return null;
      const id = newId();
      const address = await direct.addressFor(id, { size, type }, addressLifeMs / 1000);
      if (address !== null) await holds.create({ id, userId, size, sha256: undefined });
      return address;
    },
    async takeIn(address, userId) {
      const id = directIdOf(address);
      if (id === undefined) return;
      const key = `${id} ${userId}`;
      const arriving =
        coming.get(key) ??
        arrive(id, userId)
          .catch(orRepeated)
          .finally(() => coming.delete(key));
      coming.set(key, arriving);
      await arriving;
    },
  };
}

/** A refusal was written down, and whoever registers repeats it in its own words. */
function orRepeated(error: unknown): void {
  if (error instanceof Problem && error.status < 500) return;
  throw error;
}
