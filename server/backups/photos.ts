import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pMap from "p-map";
import type { BlobKey, Blobs } from "../platform/blobs/blobs.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { getCompressed, putFile } from "./files.ts";
import type { Backup } from "./manifest.ts";

/** Files that are on their way at a time. */
const concurrency = 4;

const prefix = "blobs/";

/** Where a file of a photo stands in a place. */
const nameOf = (key: BlobKey): string => `${prefix}${key.slice(34, 36)}/${key.replace("/", ".")}`;

const keyOf = (name: string): BlobKey => name.slice(prefix.length + 3).replace(".", "/") as BlobKey;

/** Goes through keys, several at a time. */
export const eachKey = (keys: Iterable<BlobKey> | AsyncIterable<BlobKey>, work: (key: BlobKey) => Promise<void>) =>
  pMap(keys, work, { concurrency });

/** The keys of all files that a place holds. */
export async function photosIn(place: Place): Promise<Set<BlobKey>> {
  const keys = new Set<BlobKey>();
  for await (const { name } of place.list(prefix)) keys.add(keyOf(name));
  return keys;
}

/** Copies one file to a place. False if it is gone. */
export async function copyOut(blobs: Blobs, place: Place, key: BlobKey): Promise<boolean> {
  const found = await blobs.open(key);
  if (!found) return false;
  await putFile(place, nameOf(key), found.body instanceof Readable ? found.body : Readable.from([found.body]));
  return true;
}

/** Opens a file of a photo in a place; null if it is not there. */
export const openCopy = (place: Place, key: BlobKey): Promise<Readable | null> => place.get(nameOf(key));

export const removeCopy = (place: Place, key: BlobKey): Promise<void> => place.remove(nameOf(key));

/** The keys of all files that belong to a backup. */
export async function photosOf(place: Place, { manifest }: Backup): Promise<readonly BlobKey[]> {
  const list = await text(await getCompressed(place, manifest.photos.list));
  return list.split("\n").filter((line): line is BlobKey => line !== "");
}
