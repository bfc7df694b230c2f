import { isId } from "#contract/id.ts";
import type { Tx } from "../../schema/database.ts";
import { refusedField } from "../../platform/http/problem.ts";

interface ImageUse {
  /** `/objects/{id}`. */
  readonly path: string;
  readonly purpose: "squad" | "trip";
  readonly ownerId: string;
  readonly squadId?: string | null;
  readonly tripId?: string | null;
}

/** Statements on registered images. */
export interface ImageStore {
  findImage(
    tx: Tx,
    id: string,
  ): Promise<{ purpose: string; uploaderId: string | null; squadId: string | null; tripId: string | null } | undefined>;
  assign(tx: Tx, id: string, album: { squadId: string | null; tripId: string | null }): Promise<void>;
}

export type AttachImage = (tx: Tx, use: ImageUse) => Promise<void>;

/** Assigns a registered image to its squad or trip. Refuses (400) an image of another uploader, purpose, squad or trip. */
export const attachImageWith =
  (store: ImageStore): AttachImage =>
  async (tx, { path, purpose, ownerId, squadId = null, tripId = null }) => {
    const id = /^\/objects\/(.*)$/.exec(path)?.[1] ?? "";
    const image = isId(id) ? await store.findImage(tx, id) : undefined;
    const isAssigned = image?.squadId !== null || image.tripId !== null;
    const isHere = isAssigned && image?.squadId === squadId && image.tripId === tripId;
    const isFresh = !isAssigned && image.uploaderId === ownerId;
    if (image?.purpose !== purpose || !(isHere || isFresh)) {
      throw refusedField("photoUrl", "photo_not_uploaded", "upload_photo_again");
    }
    if (isFresh) await store.assign(tx, id, { squadId, tripId });
  };
