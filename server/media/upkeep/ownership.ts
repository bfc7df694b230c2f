// Decision 060: why a store says which database it belongs to.
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { type Blobs, markKey } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";

export interface OwnershipStore {
  /** Notes that this database owns the file store with this id. */
  add(storeId: string): Promise<void>;
  /** Whether this very database noted that, and not one from which it was restored. */
  owns(storeId: string): Promise<boolean>;
  /** Whether one of these ids belongs to a photo, an upload, or a file that clean-up is about to remove. */
  knowsAny(ids: readonly string[]): Promise<boolean>;
  hasPhotos(): Promise<boolean>;
}

export interface OwnershipParts {
  readonly blobs: Blobs;
  readonly store: OwnershipStore;
  /** Names the folder or bucket in messages. */
  readonly place: string;
}

const sampleSize = 1000;

const wayOut =
  "See that DATABASE_URL, DATA_DIR and S3_… are the right ones; if they are: npm run blobs:check -- --take-over";

/**
 * Marks a store that has no mark, if it is empty or holds photos of this database. Rejects with a sentence for the operator when the
 * store belongs to another database, or to the one from which this one was restored. Then no file may be removed from it.
 */
export async function holdStore(parts: OwnershipParts): Promise<void> {
  const { blobs, store, place } = parts;
  if ((await findMark(blobs)) === null) {
    const ids = await sampleOf(blobs);
    // A new site begins with an empty store. For a site with photos, an empty store may be a folder that is not mounted.
    if (ids.length === 0 && (await store.hasPhotos()))
      throw new NotOurs(`None of this site's photos is in ${place}: is it the right place, and mounted? ${wayOut}`);
    if (ids.length > 0 && !(await store.knowsAny(ids)))
      throw new NotOurs(`This database knows none of the photos in ${place}: nothing is removed there. ${wayOut}`);
    await takeStore(parts);
  }
  await demandStore(parts);
}

/** Rejects as `holdStore` does, and also when the store has no mark yet. */
export async function demandStore({ blobs, store, place }: OwnershipParts): Promise<void> {
  const storeId = await findMark(blobs);
  if (storeId === null)
    throw new NotOurs(
      `Nothing says yet that ${place} is this site's: see that DATABASE_URL, DATA_DIR and S3_… are those of the server, and start it once.`,
    );
  if (!(await store.owns(storeId)))
    throw new NotOurs(
      `The photos in ${place} belong to another database, or this one is a copy of theirs: nothing is removed there. ${wayOut}`,
    );
}

/** Whether photos may be moved to a store: it has no mark, and is empty or holds photos of an earlier move. */
export async function isUntaken({ blobs, store }: OwnershipParts): Promise<boolean> {
  if ((await findMark(blobs)) !== null) return false;
  const ids = await sampleOf(blobs);
  return ids.length === 0 || store.knowsAny(ids);
}

/** Makes this database the owner of a store, even if another database owned it. */
export async function takeStore({ blobs, store }: Pick<OwnershipParts, "blobs" | "store">): Promise<void> {
  const storeId = newId();
  await store.add(storeId);
  await blobs.put(markKey, Buffer.from(JSON.stringify({ store: storeId })));
}

/** The files belong to another database. */
class NotOurs extends Error {}

/** Returns a function that tells whether files may be removed. It logs the reason once when they may not. */
export function askOwnership(parts: OwnershipParts, log: (line: string) => void): () => Promise<boolean> {
  let logged: string | undefined;
  return async () => {
    try {
      await holdStore(parts);
      logged = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof NotOurs)) throw error;
      if (logged !== error.message) log(error.message);
      logged = error.message;
      return false;
    }
  };
}

/** Up to a thousand ids of photos. The files that all demos share have ids of another version and say nothing about the owner. */
async function sampleOf(blobs: Blobs): Promise<readonly string[]> {
  const ids = new Set<string>();
  for await (const key of blobs.list()) {
    if (key[14] !== "7") continue;
    ids.add(key.slice(0, 36));
    if (ids.size === sampleSize) break;
  }
  return [...ids];
}

/** The id in the mark of a store. */
async function findMark(blobs: Blobs): Promise<string | null> {
  const found = await blobs.open(markKey);
  if (!found) return null;
  const mark = found.body instanceof Readable ? await text(found.body) : found.body.toString();
  return (JSON.parse(mark) as { store: string }).store;
}
