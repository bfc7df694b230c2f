// Decision 024: why large files arrive by tus, with handlers of our own.
// Written by hand because @tus/server flushes nothing to disk, locks only within one process, and takes 1.5 times the processor time.
import type { Readable } from "node:stream";
import { TooManyBytes, WrongOffset } from "../../platform/blobs/blobs.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { type LeaseStore, withLease } from "./upload-lease.ts";
import type { Upload } from "./upload-address.ts";
import { type UploadParts, acceptUpload, uploadUsed } from "./uploads.ts";

/** An upload whose bytes come in pieces. */
export interface PiecesUpload extends Upload {
  readonly size: number;
  /** In hexadecimal, as the client announced it. */
  readonly sha256: string | null;
  readonly found: Found | null;
  readonly refusal: Refused | null;
}

export interface Pieces {
  /** Resolves with how many bytes are stored and flushed. Cuts off an older request that still adds to the upload on this server. */
  arrived(upload: PiecesUpload): Promise<number>;
  /**
   * Adds bytes from `offset` on, and resolves with how many are stored then. With the last byte the upload is inspected, and accepted or
   * refused like any other. Bytes that arrived before a broken connection stay.
   */
  receive(upload: PiecesUpload, offset: number, source: Readable): Promise<number>;
  /** Cuts off requests that add to the upload on this server, and deletes its bytes. */
  forget(id: string): Promise<void>;
}

interface RunningRequest {
  readonly userId: string;
  readonly cutOff: () => void;
  readonly ended: Promise<void>;
}

/** The maximum of one person's requests on one server. A browser sends four; with a bucket each may hold a part of 8 MB in memory. */
const maxRequestsPerPerson = 16;

export function openPieces(parts: UploadParts & { readonly pieces: LeaseStore }): Pieces {
  const { blobs, pieces } = parts;
  const running = new Map<string, RunningRequest>();

  /** A new request means that the older one has lost its client, even if its connection still looks open. */
  async function stopOlderRequest(id: string) {
    for (let older = running.get(id); older; older = running.get(id)) {
      older.cutOff();
      await older.ended;
    }
  }

  async function add(upload: PiecesUpload, offset: number, source: Readable): Promise<number> {
    const { id, userId, size } = upload;
    return withLease(
      pieces,
      id,
      () => source.destroy(),
      async (leaseId) => {
        const arrived = await blobs.append(id, offset, source, size).catch((error: unknown) => {
          if (error instanceof WrongOffset) throw wrongOffset();
          throw error instanceof TooManyBytes ? moreThanAnnounced() : error;
        });
        const staged = arrived === size ? await blobs.stagedFor(id) : null;
        if (!staged) return arrived;
        try {
          await acceptUpload(parts, { id, userId, leaseId, sha256: upload.sha256 ?? undefined }, staged);
        } finally {
          await staged.leave();
        }
        return arrived;
      },
    );
  }

  return {
    async arrived(upload) {
      if (isAccepted(upload)) return upload.size;
      await stopOlderRequest(upload.id);
      return blobs.arrivedOf(upload.id);
    },
    async receive(upload, offset, source) {
      if (isAccepted(upload)) {
        // The client repeats the last piece, because its reply was lost.
        if (offset === upload.size) return offset;
        throw uploadUsed();
      }
      await stopOlderRequest(upload.id);
      const { userId } = upload;
      if ([...running.values()].filter((other) => other.userId === userId).length >= maxRequestsPerPerson)
        throw tooMany();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      running.set(upload.id, { userId, cutOff: () => void source.destroy(), ended });
      try {
        return await add(upload, offset, source);
      } finally {
        running.delete(upload.id);
        end();
      }
    },
    async forget(id) {
      await stopOlderRequest(id);
      await blobs.forget(id);
    },
  };
}

/** Whether the upload is accepted. Throws its refusal again. */
function isAccepted({ found, refusal }: PiecesUpload): boolean {
  if (refusal) throw new Problem(refusal.code, refusal);
  return found !== null;
}

const tooMany = () =>
  new Problem("too_many_requests", "uploads_too_many_at_once", {
    retryAfter: 5,
  });
const wrongOffset = () => new Problem("conflict", "upload_offset_differs");
const moreThanAnnounced = () => new Problem("too_large", "upload_larger_than_announced");
