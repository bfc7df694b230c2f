import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BlobsUnreachable } from "./blobs.ts";
import type { S3Client } from "./s3-client.ts";

/** The bytes of one part. S3 requires at least five megabytes for every part but the last. */
const partBytes = 8 * 1024 * 1024;
/** S3's limit of parts in one object. */
const maxParts = 10_000;
/** S3's limit of bytes that one request copies. */
const maxCopyBytes = 5 * 1024 ** 3;

export interface Part {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/** The part size for an object of `bytes` bytes, so that it has at most 10,000 parts. */
export const partSizeFor = (bytes: number): number => Math.max(partBytes, Math.ceil(bytes / (maxParts - 1)));

/** The objects of one bucket, by name. */
export function s3Objects(client: S3Client) {
  const { bucket: Bucket, ask, demand } = client;

  async function abort(Key: string, UploadId: string): Promise<void> {
    await ask((s3) => s3.abortMultipartUpload({ Bucket, Key, UploadId }));
  }

  /** Makes an object from parts. If `fill` rejects, its parts are removed. */
  async function inParts(Key: string, fill: (UploadId: string) => Promise<Part[]>): Promise<void> {
    const { UploadId } = await demand((s3) => s3.createMultipartUpload({ Bucket, Key }));
    try {
      const Parts = await fill(UploadId!);
      await demand((s3) => s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      // If this fails too, the clean-up finds the parts later.
      await abort(Key, UploadId!).catch(() => {});
      throw error;
    }
  }

  async function putPart(Key: string, UploadId: string, PartNumber: number, Body: Uint8Array): Promise<Part> {
    const { ETag } = await demand((s3) => s3.uploadPart({ Bucket, Key, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  /** Puts an object, whole or not at all. */
  async function put(Key: string, source: Readable | Uint8Array, bytes = 0): Promise<void> {
    const blocks = blocksOf(source instanceof Uint8Array ? Readable.from([source]) : source, partSizeFor(bytes));
    try {
      const first = (await blocks.next()).value ?? new Uint8Array();
      const second = await blocks.next();
      if (second.done) return void (await demand((s3) => s3.putObject({ Bucket, Key, Body: first })));
      await inParts(Key, async (upload) => {
        const made = [await putPart(Key, upload, 1, first), await putPart(Key, upload, 2, second.value)];
        for await (const block of blocks) made.push(await putPart(Key, upload, made.length + 1, block));
        return made;
      });
    } finally {
      await blocks.return(undefined);
    }
  }

  /** Null if there is no such object. */
  async function head(Key: string): Promise<{ size: number } | null> {
    const found = await ask((s3) => s3.headObject({ Bucket, Key }));
    return found && { size: found.ContentLength ?? 0 };
  }

  async function* list(Prefix: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await demand((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken }));
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        yield { key: Key!, size: Size ?? 0, changed: LastModified ?? new Date() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function* uploads(Prefix: string) {
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await demand((s3) => s3.listMultipartUploads({ Bucket, Prefix, ...markers }));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        yield { key: Key!, upload: UploadId!, begun: Initiated ?? new Date() };
      if (page.IsTruncated !== true) return;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async function* parts(Key: string, UploadId: string) {
    let PartNumberMarker: string | undefined;
    for (;;) {
      const page = await ask((s3) => s3.listParts({ Bucket, Key, UploadId, PartNumberMarker }));
      for (const { PartNumber, ETag, Size, LastModified } of page?.Parts ?? [])
        yield { PartNumber: PartNumber!, ETag, size: Size ?? 0, changed: LastModified ?? new Date() };
      if (page?.IsTruncated !== true) return;
      PartNumberMarker = page.NextPartNumberMarker;
    }
  }

  /** Null if there is no such object. If the connection breaks later, the body fails with `BlobsUnreachable`. */
  async function get(Key: string, Range?: string) {
    const found = await ask((s3) => s3.getObject({ Bucket, Key, Range }));
    return found && { ...found, body: named(found.Body as IncomingMessage), length: found.ContentLength ?? 0 };
  }

  return {
    abort,
    get,
    head,
    list,
    parts,
    put,
    putPart,
    uploads,
    async begin(Key: string): Promise<string> {
      const { UploadId } = await demand((s3) => s3.createMultipartUpload({ Bucket, Key }));
      return UploadId!;
    },
    async complete(Key: string, UploadId: string, Parts: Part[]): Promise<void> {
      await demand((s3) => s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    },
    /** Copies an object within the bucket. False if there is no such object. */
    async copy(from: string, Key: string): Promise<boolean> {
      const found = await head(from);
      if (!found) return false;
      const CopySource = `${Bucket}/${from}`;
      if (found.size <= maxCopyBytes) return (await ask((s3) => s3.copyObject({ Bucket, Key, CopySource }))) !== null;
      await inParts(Key, async (UploadId) => {
        const made: Part[] = [];
        for (let start = 0; start < found.size; start += maxCopyBytes) {
          const CopySourceRange = `bytes=${start}-${Math.min(start + maxCopyBytes, found.size) - 1}`;
          const PartNumber = made.length + 1;
          const what = { Bucket, Key, UploadId, PartNumber, CopySource, CopySourceRange };
          const { CopyPartResult } = await demand((s3) => s3.uploadPartCopy(what));
          made.push({ PartNumber, ETag: CopyPartResult?.ETag });
        }
        return made;
      });
      return true;
    },
    /** Downloads an object into a new local file. Resolves to its length, or null if there is no such object. */
    async fetch(Key: string, file: string): Promise<number | null> {
      const found = await get(Key);
      if (!found) return null;
      try {
        await pipeline(found.body, createWriteStream(file, { flags: "wx", mode: 0o600 }));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return found.length;
    },
    putFile: (Key: string, file: string, bytes: number) => put(Key, createReadStream(file), bytes),
    async remove(Key: string): Promise<void> {
      await ask((s3) => s3.deleteObject({ Bucket, Key }));
    },
  };
}

/** Marks errors of this body as faults of the store. A reader could not tell them from faults of the disk or the database. */
function named(body: IncomingMessage): IncomingMessage {
  const destroy = body.destroy.bind(body);
  body.destroy = (error) => destroy(error && new BlobsUnreachable("The object store broke off", error));
  return body;
}

export type S3Objects = ReturnType<typeof s3Objects>;

/** Cuts a stream into blocks of exactly `size` bytes and a shorter last one. An empty stream gives no block. */
async function* blocksOf(source: Readable, size: number): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source as AsyncIterable<Uint8Array>) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < size) continue;
    const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    let start = 0;
    for (; bytes - start >= size; start += size) yield all.subarray(start, start + size);
    waiting = start < bytes ? [all.subarray(start)] : [];
    bytes -= start;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
  return undefined;
}
