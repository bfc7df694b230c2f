// Decision 033: why the bucket is an adapter of the same port as the disk.
// Written by hand because no library over the AWS SDK stages files, or lets any server continue an upload.
import { randomUUID } from "node:crypto";
import { mkdir, open as openFile, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { type BlobKey, type Blobs, type Staged, checkId, checkKey, markKey } from "./blobs.ts";
import { writeToFile } from "./write-to-file.ts";
import { s3Addresses } from "./s3-addresses.ts";
import { type S3Settings, detachFromPool, s3Client } from "./s3-client.ts";
import { type S3Objects, s3Objects } from "./s3-objects.ts";
import { s3Pieces } from "./s3-pieces.ts";

/** Blobs up to this size are returned as a buffer. */
const smallBytes = 256 * 1024;
const askMs = 5000;

const kept = "blobs/";
const incoming = "incoming/";
/** The prefix of all that has arrived for an id and was not kept. */
const folderOf = (id: string) => {
  checkId(id);
  return `${incoming}${id}/`;
};
const objectNameOf = (key: BlobKey) => {
  checkKey(key);
  return kept + key;
};

/**
 * Stores blobs as objects of a bucket: `blobs/{id}/{part}`. Bytes arrive under `incoming/{id}/` first, and `keep` copies them within
 * the store. `localDir` holds local copies for programs, only while they need them.
 */
export function s3Blobs(settings: S3Settings, localDir: string): Blobs {
  const client = s3Client(settings);
  const objects = s3Objects(client);
  const pieces = s3Pieces(objects, folderOf);

  async function localFile(): Promise<string> {
    await mkdir(localDir, { recursive: true, mode: 0o700 });
    return path.join(localDir, randomUUID());
  }

  /** Downloads an object that has arrived, for inspection. */
  async function lend(name: string, more: Pick<LocalCopy, "isOpen" | "drop">): Promise<Staged | null> {
    const file = await localFile();
    const size = await objects.fetch(name, file);
    return size === null ? null : staged(objects, { file, name, size, ...more });
  }

  async function clear(id: string): Promise<void> {
    for await (const { key } of objects.list(folderOf(id))) await objects.remove(key);
  }

  return {
    async stage(id, source, maxBytes = Infinity) {
      const name = folderOf(id) + randomUUID();
      const file = await localFile();
      try {
        const handle = await openFile(file, "wx", 0o600);
        const size = await writeToFile(source, handle, maxBytes).finally(() => handle.close());
        await objects.putFile(name, file, size);
        return staged(objects, { file, name, size, isOpen: false, drop: () => objects.remove(name) });
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    append: pieces.append,
    arrivedOf: pieces.arrivedOf,
    async stagedFor(id) {
      const name = await pieces.whole(id);
      return name === null ? null : lend(name, { isOpen: false, drop: () => clear(id) });
    },
    async forget(id) {
      await pieces.abort(id);
      await clear(id);
    },
    put: async (key, source) => objects.put(objectNameOf(key), source),
    copy: async (from, to) => objects.copy(objectNameOf(from), objectNameOf(to)),
    async open(key, range) {
      const found = await objects.get(objectNameOf(key), range && `bytes=${range.start}-${range.end}`);
      if (!found) return null;
      const { body, length } = found;
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] ?? length);
      return { size, body: length <= smallBytes ? await buffer(body) : detachFromPool(body) };
    },
    sizeOf: async (key) => (await objects.head(objectNameOf(key)))?.size ?? null,
    async withFile(key, work) {
      const file = await localFile();
      if (!(await objects.fetch(objectNameOf(key), file))) return null;
      try {
        return await work(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    remove: async (key) => objects.remove(objectNameOf(key)),
    async answers() {
      const abortSignal = AbortSignal.timeout(askMs);
      // Not a HEAD, whose error has no reason.
      await client.demand((s3) => s3.listObjectsV2({ Bucket: client.bucket, MaxKeys: 1 }, { abortSignal }));
      return client.lastAnswer();
    },
    async *list() {
      for await (const { key: name } of objects.list(kept)) {
        const key = name.slice(kept.length) as BlobKey;
        if (key !== markKey) yield key;
      }
    },
    async forgetStaged(before, isWanted) {
      for (const name of await readdir(localDir).catch(() => [])) {
        const file = path.join(localDir, name);
        const found = await stat(file).catch(() => null);
        if (found && found.mtime < before) await rm(file, { force: true });
      }
      await forgetOld(objects, before, isWanted);
    },
    fileOf: () => null,
    direct: {
      ...s3Addresses(settings, client, objects, (id) => `${folderOf(id)}put`),
      async staged(id, size) {
        const name = `${folderOf(id)}put`;
        const found = await objects.head(name);
        return found?.size === size ? lend(name, { isOpen: true, drop: () => objects.remove(name) }) : null;
      },
    },
  };
}

interface LocalCopy {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  /** The sender may still replace the bytes in the store, after their inspection. */
  readonly isOpen: boolean;
  readonly drop: () => Promise<void>;
}

function staged(objects: S3Objects, { file, name, size, isOpen, drop }: LocalCopy): Staged {
  let isKept = false;
  return {
    size,
    path: file,
    get isKept() {
      return isKept;
    },
    async keep(key) {
      if (isKept) return;
      isKept = true;
      if (isOpen) return objects.putFile(objectNameOf(key), file, size);
      if (!(await objects.copy(name, objectNameOf(key)))) throw new Error("The staged object is gone");
    },
    async drop() {
      await rm(file, { force: true });
      await drop();
    },
    leave: () => rm(file, { force: true }),
  };
}

/** Finds what killed processes left: staged objects stay in the store until `drop`. */
async function forgetOld(objects: S3Objects, before: Date, isWanted: (id: string) => Promise<boolean>): Promise<void> {
  const busy = new Set<string>();
  // Other programs may use the bucket: touch only our prefixes.
  for (const ours of [kept, incoming])
    for await (const { key, upload, begun } of objects.uploads(ours)) {
      let changed = begun;
      for await (const part of objects.parts(key, upload)) if (part.changed > changed) ({ changed } = part);
      if (changed < before) await objects.abort(key, upload);
      else busy.add(idOf(key));
    }
  for await (const { key, changed } of objects.list(incoming)) {
    const id = idOf(key);
    if (changed >= before || busy.has(id)) continue;
    // Perhaps `keep` ran, but the process died before the commit.
    if (!(await isWanted(id))) await objects.remove(`${kept}${id}/original`);
    await objects.remove(key);
  }
}

const idOf = (name: string) => name.split("/")[1] ?? "";
