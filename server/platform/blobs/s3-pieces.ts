import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { BlobsUnreachable, TooManyBytes, WrongOffset } from "./blobs.ts";
import { type Part, type S3Objects, partSizeFor } from "./s3-objects.ts";

/** The progress of an upload in pieces, read from the store, so that any server can continue it. */
interface State {
  /** The pieces were joined into one object. */
  readonly isWhole: boolean;
  readonly upload: string | undefined;
  readonly parts: readonly Part[];
  /** Bytes in parts, or in the joined object. */
  readonly partBytes: number;
  /** Bytes after the last part, too few for a part. */
  readonly restBytes: number;
}

/** The limit of concurrent appends: each holds a part in memory until it is full, however slow its sender is. */
const maxConcurrent = 48;

/**
 * Stores uploads in pieces as the parts of one multipart upload. Parts have a minimum size and pieces do not, so the rest of a piece
 * waits under `{id}/rest.{offset}` for the next one.
 */
export function s3Pieces(objects: S3Objects, folderOf: (id: string) => string) {
  let adding = 0;
  const wholeOf = (id: string) => `${folderOf(id)}pieces`;
  const restOf = (id: string, offset: number) => `${folderOf(id)}rest.${offset}`;

  async function stateOf(id: string): Promise<State> {
    const key = wholeOf(id);
    const whole = await objects.head(key);
    if (whole) return { isWhole: true, upload: undefined, parts: [], partBytes: whole.size, restBytes: 0 };
    let upload: string | undefined;
    // If two servers began one at the same time, all use the earlier.
    let since: Date | undefined;
    for await (const other of objects.uploads(key)) {
      if (other.key !== key || (since && other.begun >= since)) continue;
      [upload, since] = [other.upload, other.begun];
    }
    const parts: Part[] = [];
    let partBytes = 0;
    if (upload !== undefined)
      for await (const { PartNumber, ETag, size } of objects.parts(key, upload)) {
        // Parts after a gap do not count.
        if (PartNumber !== parts.length + 1) break;
        parts.push({ PartNumber, ETag });
        partBytes += size;
      }
    const rest = await objects.head(restOf(id, partBytes));
    return { isWhole: false, upload, parts, partBytes, restBytes: rest?.size ?? 0 };
  }

  const restBytesOf = async (id: string, { partBytes, restBytes }: State) => {
    if (restBytes === 0) return [];
    const rest = await objects.get(restOf(id, partBytes));
    return rest ? [await buffer(rest.body)] : [];
  };

  async function add(id: string, offset: number, source: Readable, size: number): Promise<number> {
    const state = await stateOf(id);
    if (state.partBytes + state.restBytes !== offset) throw new WrongOffset();
    const full = partSizeFor(size);
    let { upload, partBytes } = state;
    let number = state.parts.length;
    let waiting: Uint8Array[] = await restBytesOf(id, state);
    let bytes = state.restBytes;
    const flush = async () => {
      const all = Buffer.concat(waiting);
      let start = 0;
      for (; all.length - start >= full; start += full) {
        upload ??= await objects.begin(wholeOf(id));
        await objects.putPart(wholeOf(id), upload, ++number, all.subarray(start, start + full));
        partBytes += full;
      }
      waiting = start < all.length ? [all.subarray(start)] : [];
      bytes = all.length - start;
    };
    for await (const piece of arriving(source)) {
      if (partBytes + bytes + piece.length > size) throw new TooManyBytes();
      waiting.push(piece);
      bytes += piece.length;
      if (bytes >= full) await flush();
    }
    const arrived = partBytes + bytes;
    if (arrived > offset && bytes > 0) await objects.put(restOf(id, partBytes), Buffer.concat(waiting));
    return arrived;
  }

  return {
    async append(id: string, offset: number, source: Readable, size: number): Promise<number> {
      if (adding >= maxConcurrent) throw new BlobsUnreachable("Too many pieces are on their way into the object store");
      adding++;
      try {
        return await add(id, offset, source, size);
      } finally {
        adding--;
      }
    },
    async arrivedOf(id: string): Promise<number> {
      const { partBytes, restBytes } = await stateOf(id);
      return partBytes + restBytes;
    },
    /** Joins the bytes that have arrived into one object and returns its name; null if there are none. */
    async whole(id: string): Promise<string | null> {
      const state = await stateOf(id);
      const key = wholeOf(id);
      if (state.isWhole) return key;
      const { upload, partBytes } = state;
      if (upload === undefined) return (await objects.copy(restOf(id, partBytes), key)) ? key : null;
      const parts = [...state.parts];
      for (const rest of await restBytesOf(id, state))
        parts.push(await objects.putPart(key, upload, parts.length + 1, rest));
      await objects.complete(key, upload, parts);
      return key;
    },
    async abort(id: string): Promise<void> {
      for await (const { key, upload } of objects.uploads(wholeOf(id))) await objects.abort(key, upload);
    },
  };
}

/** The pieces of a stream until it ends or breaks off. Leaves the stream open for its owner. */
async function* arriving(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false })) yield piece as Uint8Array;
  } catch {
    // The connection broke: the pieces so far stay.
  }
}
