// Decision 062: why each person has a demo of their own.
import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { largerRenditions } from "../../media/renditions/renditions.ts";
import { type DemoAward, awards, votersOf } from "./awards.ts";
import type { View } from "./drawing/draw.ts";
import { type FriendName, friendNames } from "./friends.ts";
import { type DemoPhoto, covers, photos } from "./photos.ts";
import type { Drawn, Reel } from "./reel.ts";

/** A photo of one person's demo: its own id, and the drawing whose files it has copies of. */
export interface Copy extends Drawn {
  readonly id: string;
  readonly reelId: string;
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
  /** No squad, no trip, and never had a demo. */
  mayHave(userId: string): Promise<boolean>;
  /** Has the files of these ids removed within a day, unless they become photos. */
  claimFiles(userId: string, ids: readonly string[]): Promise<void>;
  releaseFiles(ids: readonly string[]): Promise<void>;
  /** Writes all of it, or nothing: false when this person may not have it any more. */
  write(demo: Demo): Promise<boolean>;
  /** Answers the id of the squad that was removed. */
  remove(userId: string): Promise<string | undefined>;
}

interface Parts {
  readonly blobs: Pick<Blobs, "copy">;
  readonly store: DemoStore;
  readonly reel: () => Promise<Reel>;
}

/**
 * Makes someone's demo, once in their life: false when they have a squad or trip, or had it. Two calls at once make one. A process that
 * dies meanwhile leaves none of it, and its files go with the next cleaning.
 */
export async function makeDemo({ blobs, store, reel }: Parts, userId: string): Promise<Demo | null> {
  if (!(await store.mayHave(userId))) return null;
  const demo = planDemo(userId, await reel());
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

function planDemo(userId: string, reel: Reel): Demo {
  const copyOf = (view: View): Copy => {
    const { id: reelId, found, placeholder } = reel.get(view)!;
    return { id: newId(), reelId, found, placeholder };
  };
  return {
    userId,
    squadId: newId(),
    tripId: newId(),
    friendIds: Object.fromEntries(friendNames.map((name) => [name, newId()])) as Record<FriendName, string>,
    awards: awards.map((award) => ({ ...award, id: newId() })),
    covers: { squad: copyOf(covers.squad), trip: copyOf(covers.trip) },
    photos: photos.map((photo) => ({ ...photo, copy: copyOf(photo.view) })),
  };
}

async function copyFiles(blobs: Pick<Blobs, "copy">, { id, reelId, found }: Copy): Promise<void> {
  for (const part of ["original", "thumb", ...largerRenditions(found)]) {
    const from: BlobKey = `${reelId}/${part}`;
    if (!(await blobs.copy(from, `${id}/${part}`))) throw new Error(`The demo lost its file ${from}`);
  }
}

/** The votes of the demo as rows; those of open or of complete awards. */
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
