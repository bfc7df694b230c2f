// Decision 062: why each person has a demo of their own.
import { randomUUID } from "node:crypto";
import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { type DemoAward, awards, votersOf } from "./awards.ts";
import { type FriendName, friendNames } from "./friends.ts";
import { type PhotoFacts, photoParts, readPhotoFacts, readPhotoPart } from "./photo-files.ts";
import { type DemoPhoto, covers, photos } from "./photos.ts";

/** A photo of one person's demo: its own id, and which of the demo's photos it is a copy of. */
export interface Copy extends PhotoFacts {
  readonly id: string;
  readonly name: string;
}

/** All of one person's demo, with the ids it will have. */
export interface Demo {
  readonly userId: string;
  readonly squadId: string;
  readonly tripId: string;
  readonly friendIds: Readonly<Record<FriendName, string>>;
  readonly awards: readonly (DemoAward & { readonly id: string })[];
  readonly photos: readonly (DemoPhoto & { readonly copy: Copy })[];
  readonly covers: { readonly squad: Copy; readonly trip: Copy };
}

export interface DemoStore {
  /** Whether the person has no trip, and never had a demo. */
  mayHave(userId: string): Promise<boolean>;
  /** Has the files of these ids removed within a day, unless they become photos. */
  claimFiles(userId: string, ids: readonly string[]): Promise<void>;
  releaseFiles(ids: readonly string[]): Promise<void>;
  /** Writes all of it, or nothing and returns false when this person may no longer have a demo. */
  write(demo: Demo): Promise<boolean>;
  /** Returns the id of the removed squad, if there was one. */
  remove(userId: string): Promise<string | undefined>;
  /** The people whose demo is older than its 60 days and has no photo of their own, at most `limit`. */
  expired(limit: number): Promise<readonly string[]>;
}

type DemoBlobs = Pick<Blobs, "copy" | "put">;

interface Parts {
  readonly blobs: DemoBlobs;
  readonly store: DemoStore;
}

/**
 * Makes a person's demo, once in their life. Returns null when they have a trip, or had a demo. Two calls at once make one. A
 * process that dies meanwhile leaves no part of it, and clean-up removes the files.
 */
export async function makeDemo({ blobs, store }: Parts, userId: string): Promise<Demo | null> {
  if (!(await store.mayHave(userId))) return null;
  const demo = planDemo(userId, await readPhotoFacts());
  const copies = [...demo.photos.map(({ copy }) => copy), demo.covers.squad, demo.covers.trip];
  const ids = copies.map(({ id }) => id);
  await store.claimFiles(userId, ids);
  let isWritten = false;
  try {
    await Promise.all(copies.map((copy) => copyFiles(blobs, copy)));
    isWritten = await store.write(demo);
  } finally {
    if (!isWritten) await store.releaseFiles(ids);
  }
  return isWritten ? demo : null;
}

const demosAtOnce = 100;

/** Removes the demos whose days are over. */
export async function endOldDemos(
  { expired }: Pick<DemoStore, "expired">,
  remove: (userId: string) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const people = await expired(demosAtOnce);
    for (const userId of people) await remove(userId);
    if (people.length < demosAtOnce) return;
  }
}

function planDemo(userId: string, facts: Readonly<Record<string, PhotoFacts>>): Demo {
  const copyOf = (name: string): Copy => ({ id: newId(), name, ...facts[name]! });
  return {
    userId,
    squadId: newId(),
    tripId: newId(),
    friendIds: Object.fromEntries(friendNames.map((name) => [name, newId()])) as Record<FriendName, string>,
    awards: awards.map((award) => ({ ...award, id: newId() })),
    covers: { squad: copyOf(covers.squad), trip: copyOf(covers.trip) },
    photos: photos.map((photo) => ({ ...photo, copy: copyOf(photo.name) })),
  };
}

/** Puts the files that all demos share into a store that lacks them, so that no newcomer waits for that. */
export async function storeSharedFiles(blobs: Pick<Blobs, "put" | "sizeOf">, signal: AbortSignal): Promise<void> {
  for (const [name, { found }] of Object.entries(await readPhotoFacts()))
    for (const part of photoParts) {
      if (signal.aborted) return;
      const key: BlobKey = `${sharedIdOf(found.sha256)}/${part}`;
      if ((await blobs.sizeOf(key)) === null) await blobs.put(key, await readPhotoPart(name, part));
    }
}

/** Copies the files of a photo from the shared ones, and puts those into the store where they are missing. */
async function copyFiles(blobs: DemoBlobs, { id, name, found }: Copy): Promise<void> {
  const sharedId = sharedIdOf(found.sha256);
  for (const part of photoParts) {
    const [shared, own]: BlobKey[] = [`${sharedId}/${part}`, `${id}/${part}`];
    if (await blobs.copy(shared!, own!)) continue;
    await blobs.put(shared!, await readPhotoPart(name, part));
    if (!(await blobs.copy(shared!, own!))) throw new Error(`The file ${shared} of the demo is gone`);
  }
}

/** A UUID of version 8 made of a checksum. `blobs:check` leaves files alone whose id is not of version 7. */
export function sharedIdOf(sha256: string): string {
  const hex = `${sha256.slice(0, 12)}8${sha256.slice(13, 16)}8${sha256.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The friend with the most votes of the friends. */
export const winnerOf = ({ votes }: Pick<DemoAward, "votes">): FriendName =>
  friendNames.toSorted((a, b) => countOf(votes, b) - countOf(votes, a))[0]!;

/** The proof of the demo's winners as rows. */
export const receiptsOf = ({ tripId, awards, friendIds, photos }: Demo) =>
  awards.flatMap(({ id, votes, proof }) => {
    const winner = winnerOf({ votes });
    const author = friendNames.find((name) => name !== winner)!;
    if (!proof) return [];
    return [
      {
        id: randomUUID(),
        trip_id: tripId,
        category_id: id,
        nominee_id: friendIds[winner],
        author_id: friendIds[author],
        media_id: "photo" in proof ? photos.find(({ name }) => name === proof.photo)!.copy.id : null,
        text: "text" in proof ? proof.text : null,
      },
    ];
  });

const countOf = (votes: readonly string[], name: string) => votes.filter((vote) => vote === name).length;

/** The votes as rows, either of the open awards or of the known ones. */
export const votesOf = ({ awards, friendIds, userId }: Demo, isOpen: boolean) =>
  awards
    .filter((award) => award.isOpen === isOpen)
    .flatMap((award) =>
      votersOf(award).map(([voter, nominee]) => ({
        category_id: award.id,
        voter_id: friendIds[voter],
        nominee_id: nominee === "me" ? userId : friendIds[nominee],
      })),
    );
