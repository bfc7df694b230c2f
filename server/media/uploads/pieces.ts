// Decision 024: why large files arrive by tus, with handlers of our own.
import type { Readable } from "node:stream";
import { TooManyBytes, WrongOffset } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { type HoldStore, hold } from "./hold.ts";
import type { Upload } from "./upload-address.ts";
import { type UploadParts, takeIn, uploadUsed } from "./uploads.ts";

/** An upload whose bytes come in pieces. */
export interface PiecesUpload extends Upload {
  readonly size: number;
  /** In hexadecimal, as its sender announced it. */
  readonly sha256: string | null;
  readonly found: Found | null;
  readonly refusal: Refused | null;
}

export interface Pieces {
  /** How many bytes of it are here for good. An older request that still adds to it gives way. */
  arrived(upload: PiecesUpload): Promise<number>;
  /**
   * Adds bytes from `offset` on and answers how many are here then. With the last of them it is looked into, and taken or refused, as
   * any upload is. A line that breaks off leaves what it brought.
   */
  receive(upload: PiecesUpload, offset: number, source: Readable): Promise<number>;
  /** Breaks off whatever adds to it here, and forgets its bytes. */
  forget(id: string): Promise<void>;
}

interface Receiving {
  readonly userId: string;
  readonly breakOff: () => void;
  readonly ended: Promise<void>;
}

/** Requests of one person that add pieces on one server: a browser sends four, and each may hold as much memory as a part has. */
const mostOfOne = 16;

export function openPieces(parts: UploadParts & { readonly pieces: HoldStore }): Pieces {
  const { blobs, pieces } = parts;
  const receiving = new Map<string, Receiving>();

  /** Of two requests for one upload the older one has lost its sender, and may not know it yet. */
  async function makeWay(id: string) {
    for (let older = receiving.get(id); older; older = receiving.get(id)) {
      older.breakOff();
      await older.ended;
    }
  }

  async function add(upload: PiecesUpload, offset: number, source: Readable): Promise<number> {
    const { id, userId, size } = upload;
    return hold(
      pieces,
      id,
      () => source.destroy(),
      async (holder) => {
        const arrived = await blobs.append(id, offset, source, size).catch((error: unknown) => {
          if (error instanceof WrongOffset) throw wrongOffset();
          throw error instanceof TooManyBytes ? moreThanAnnounced() : error;
        });
        const staged = arrived === size ? await blobs.stagedFor(id) : null;
        if (!staged) return arrived;
        try {
          await takeIn(parts, { id, userId, holder, sha256: upload.sha256 ?? undefined }, staged);
        } finally {
          await staged.leave();
        }
        return arrived;
      },
    );
  }

  return {
    async arrived(upload) {
      if (settled(upload)) return upload.size;
      await makeWay(upload.id);
      return blobs.arrivedOf(upload.id);
    },
    async receive(upload, offset, source) {
      if (settled(upload)) {
        // The answer to the last piece was lost, and it is asked for once more.
        if (offset === upload.size) return offset;
        throw uploadUsed();
      }
      await makeWay(upload.id);
      const { userId } = upload;
      if ([...receiving.values()].filter((other) => other.userId === userId).length >= mostOfOne) throw tooMany();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      receiving.set(upload.id, { userId, breakOff: () => void source.destroy(), ended });
      try {
        return await add(upload, offset, source);
      } finally {
        receiving.delete(upload.id);
        end();
      }
    },
    async forget(id) {
      await makeWay(id);
      await blobs.forget(id);
    },
  };
}

/** Whether it was taken; a refusal is repeated. */
function settled({ found, refusal }: PiecesUpload): boolean {
  if (refusal) throw new Problem(refusal.code, refusal.sentence);
  return found !== null;
}

const tooMany = () =>
  new Problem("too_many_requests", "Many of your files are coming in already. Please wait for them first.", {
    retryAfter: 5,
  });
const wrongOffset = () => new Problem("conflict", "Another number of bytes has arrived. Please ask how many.");
const moreThanAnnounced = () => new Problem("too_large", "This file is larger than was announced.");
