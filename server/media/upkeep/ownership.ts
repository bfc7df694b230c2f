// Decision 060: why a store says which database it belongs to.
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { type Blobs, markKey } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";

/** What a store holds, and the database knows too. */
interface Mark {
  readonly store: string;
  readonly token: string;
}

/** A store as the database knows it, its row locked until the work on it is done. */
export interface KnownStore {
  readonly token: string;
  /** On its way into the store. */
  readonly nextToken: string | null;
  /** The row was written in another database, of which this one was restored or copied. */
  readonly isCopied: boolean;
  readonly turnedAt: Date;
  setNext(token: string): Promise<void>;
  /** The next token is in the store. */
  turned(): Promise<void>;
}

export interface OwnershipStore {
  add(mark: Mark): Promise<void>;
  /** One at a time for each store. */
  within<T>(id: string, work: (store: KnownStore | null) => Promise<T>): Promise<T>;
  /** Whether a photo, an upload, or what waits to be removed has one of these ids. */
  knowsAny(ids: readonly string[]): Promise<boolean>;
  hasPhotos(): Promise<boolean>;
}

export interface OwnershipParts {
  readonly blobs: Blobs;
  readonly store: OwnershipStore;
  /** Where the photos are, for people. */
  readonly place: string;
}

/** A copy of the database that is older than this finds another token in the store. */
const turnAfterMs = 50 * 60 * 1000;
const sampleSize = 1000;

const wayOut =
  "See that DATABASE_URL, DATA_DIR and S3_… are the right ones; if they are: npm run blobs:check -- --take-over";

/**
 * Takes a store that nobody has marked yet, if it is empty or holds photos that this database knows. Rejects with a sentence for whoever
 * runs this server where files belong to another database, or to one that this one is a copy of: nothing may be removed from it then.
 */
export async function holdStore(parts: OwnershipParts, hasToTurn: boolean): Promise<void> {
  const { blobs, store, place } = parts;
  if ((await readMark(blobs)) === null) {
    const ids = await sampleOf(blobs);
    // An empty place is one to begin with, but not where photos should be: it may be a folder that is not mounted.
    if (ids.length === 0 && (await store.hasPhotos()))
      throw new NotOurs(`None of this site's photos is in ${place}: is it the right place, and mounted? ${wayOut}`);
    if (ids.length > 0 && !(await store.knowsAny(ids)))
      throw new NotOurs(`This database knows none of the photos in ${place}: nothing is removed there. ${wayOut}`);
    await takeStore(parts);
  }
  await demandStore(parts);
  await turn(parts, hasToTurn);
}

/** Rejects as `holdStore` does, and where a store is not marked yet. */
export async function demandStore({ blobs, store, place }: OwnershipParts): Promise<void> {
  const mark = await readMark(blobs);
  if (mark === null)
    throw new NotOurs(
      `Nothing says yet that ${place} is this site's: see that DATABASE_URL, DATA_DIR and S3_… are those of the server, and start it once.`,
    );
  const isOurs = await store.within(mark.store, async (known) => {
    // Read again, because it may have been turned a moment ago.
    const token = (await readMark(blobs))?.token;
    return known !== null && !known.isCopied && (token === known.token || token === known.nextToken);
  });
  if (!isOurs)
    throw new NotOurs(
      `The photos in ${place} belong to another database, or this one is a copy of theirs: nothing is removed there. ${wayOut}`,
    );
}

/** Whether photos may be moved to a store that nobody has marked: nothing is there, or what an earlier move brought. */
export async function isUntaken({ blobs, store }: OwnershipParts): Promise<boolean> {
  if ((await readMark(blobs)) !== null) return false;
  const ids = await sampleOf(blobs);
  return ids.length === 0 || store.knowsAny(ids);
}

/** Makes a store this database's, whoever had it. */
export async function takeStore({ blobs, store }: Pick<OwnershipParts, "blobs" | "store">): Promise<void> {
  const mark = { store: newId(), token: randomUUID() };
  await store.add(mark);
  await writeMark(blobs, mark);
}

/** Files belong to another database. */
export class NotOurs extends Error {}

/**
 * Answers whether files may be removed, and says in the log when they may not, once. Its first answer gives the store a new token, so that
 * a copy that was made while no server ran is told from the site.
 */
export function askOwnership(parts: OwnershipParts, log: (line: string) => void): () => Promise<boolean> {
  let hasTurned = false;
  let told: string | undefined;
  return async () => {
    try {
      await holdStore(parts, !hasTurned);
      hasTurned = true;
      told = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof NotOurs)) throw error;
      if (told !== error.message) log(error.message);
      told = error.message;
      return false;
    }
  };
}

async function sampleOf(blobs: Blobs): Promise<readonly string[]> {
  const ids = new Set<string>();
  for await (const key of blobs.list()) {
    ids.add(key.slice(0, 36));
    if (ids.size === sampleSize) break;
  }
  return [...ids];
}

/** Whoever dies in between leaves two tokens in the row, one of which is in the store; the next turn goes on with them. */
async function turn({ blobs, store }: OwnershipParts, hasToTurn: boolean): Promise<void> {
  const mark = await readMark(blobs);
  if (mark === null) return;
  const isDue = await store.within(mark.store, async (known) => {
    if (!known || (!hasToTurn && !known.nextToken && known.turnedAt.getTime() > Date.now() - turnAfterMs)) return false;
    if (!known.nextToken) await known.setNext(randomUUID());
    return true;
  });
  if (!isDue) return;
  await store.within(mark.store, async (known) => {
    if (!known?.nextToken) return;
    await writeMark(blobs, { store: mark.store, token: known.nextToken });
    await known.turned();
  });
}

const writeMark = (blobs: Blobs, mark: Mark) => blobs.put(markKey, Buffer.from(JSON.stringify(mark)));

async function readMark(blobs: Blobs): Promise<Mark | null> {
  const found = await blobs.open(markKey);
  if (!found) return null;
  const mark = JSON.parse(found.body instanceof Readable ? await text(found.body) : found.body.toString()) as Mark;
  return mark;
}
