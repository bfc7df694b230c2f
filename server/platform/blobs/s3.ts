// Decision 033: why the bucket is an adapter of the same port as the disk.
import { randomUUID } from "node:crypto";
import { mkdir, open as openFile, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { type BlobKey, type Blobs, type Staged, checkId, checkKey, markKey } from "./blobs.ts";
import { pour } from "./pour.ts";
import { s3Addresses } from "./s3-addresses.ts";
import { type S3Place, onItsOwn, s3Client } from "./s3-client.ts";
import { type S3Objects, s3Objects } from "./s3-objects.ts";
import { s3Pieces } from "./s3-pieces.ts";

/** Blobs up to this size are given whole. */
const smallBytes = 256 * 1024;
const askMs = 5000;

const kept = "blobs/";
const incoming = "incoming/";
/** Everything that has arrived for an id and was not kept. */
const folderOf = (id: string) => {
  checkId(id);
  return `${incoming}${id}/`;
};
const placeOf = (key: BlobKey) => {
  checkKey(key);
  return kept + key;
};

/**
 * Blobs as objects of a bucket: `blobs/{id}/{part}`. What arrives lies under `incoming/{id}/` first, where nothing reads it, and
 * is copied within the store. `localDir` holds the files that are lent to programs, no longer than they need them.
 */
export function s3Blobs(place: S3Place, localDir: string): Blobs {
  const client = s3Client(place);
  const objects = s3Objects(client);
  const pieces = s3Pieces(objects, folderOf);

  async function localFile(): Promise<string> {
    await mkdir(localDir, { recursive: true, mode: 0o700 });
    return path.join(localDir, randomUUID());
  }

  /** Brings what arrived under a name beside us, for whoever looks into it. */
  async function lend(name: string, more: Pick<Lent, "isOpen" | "drop">): Promise<Staged | null> {
    const file = await localFile();
    const size = await objects.fetch(name, file);
    return size === null ? null : staged(objects, { file, name, size, ...more });
  }

  async function clear(id: string): Promise<void> {
    for await (const { key } of objects.list(folderOf(id))) await objects.remove(key);
  }

  return {
    async stage(id, source, mostBytes = Infinity) {
      const name = folderOf(id) + randomUUID();
      const file = await localFile();
      try {
        const handle = await openFile(file, "wx", 0o600);
        const size = await pour(source, handle, mostBytes).finally(() => handle.close());
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
    put: async (key, source) => objects.put(placeOf(key), source),
    copy: async (from, to) => objects.copy(placeOf(from), placeOf(to)),
    async open(key, range) {
      const found = await objects.get(placeOf(key), range && `bytes=${range.start}-${range.end}`);
      if (!found) return null;
      const { body, length } = found;
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] ?? length);
      return { size, body: length <= smallBytes ? await buffer(body) : onItsOwn(body) };
    },
    sizeOf: async (key) => (await objects.head(placeOf(key)))?.size ?? null,
    async withFile(key, work) {
      const file = await localFile();
      if (!(await objects.fetch(placeOf(key), file))) return null;
      try {
        return await work(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    remove: async (key) => objects.remove(placeOf(key)),
    async answers() {
      const abortSignal = AbortSignal.timeout(askMs);
      // A HEAD would not say why.
      await client.demand((s3) => s3.listObjectsV2({ Bucket: client.bucket, MaxKeys: 1 }, { abortSignal }));
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
    direct: {
      ...s3Addresses(place, client, objects, (id) => `${folderOf(id)}put`),
      async staged(id, size) {
        const name = `${folderOf(id)}put`;
        const found = await objects.head(name);
        return found?.size === size ? lend(name, { isOpen: true, drop: () => objects.remove(name) }) : null;
      },
    },
  };
}

interface Lent {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  /** Its sender may still put other bytes there, which nobody has looked into. */
  readonly isOpen: boolean;
  readonly drop: () => Promise<void>;
}

function staged(objects: S3Objects, { file, name, size, isOpen, drop }: Lent): Staged {
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
      if (isOpen) return objects.putFile(placeOf(key), file, size);
      if (!(await objects.copy(name, placeOf(key)))) throw new Error("What was staged is gone");
    },
    async drop() {
      await rm(file, { force: true });
      await drop();
    },
    leave: () => rm(file, { force: true }),
  };
}

/** What was staged stands in the store until it is dropped: that is how one finds what a dying process has left. */
async function forgetOld(objects: S3Objects, before: Date, isWanted: (id: string) => Promise<boolean>): Promise<void> {
  const busy = new Set<string>();
  // Of a bucket that others use too, only what is ours.
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
    // Perhaps it was kept, and whoever did so died before the database knew.
    if (!(await isWanted(id))) await objects.remove(`${kept}${id}/original`);
    await objects.remove(key);
  }
}

const idOf = (name: string) => name.split("/")[1] ?? "";
