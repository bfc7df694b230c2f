import type { Tx } from "../../platform/db/connect.ts";
import { isId } from "../../platform/db/id.ts";
import { Problem } from "../../platform/http/problem.ts";

export interface ImageUse {
  /** `/objects/{id}`; anything else (a link elsewhere) is nobody's upload and needs no proof. */
  readonly path: string;
  readonly purpose: "squad" | "trip";
  readonly ownerId: string;
  readonly squadId?: string | null;
  readonly tripId?: string | null;
}

/** What the image store needs to know of a registered image. */
export interface ImageStore {
  findImage(
    tx: Tx,
    id: string,
  ): Promise<{ purpose: string; uploaderId: string | null; squadId: string | null; tripId: string | null } | undefined>;
  place(tx: Tx, id: string, place: { squadId: string | null; tripId: string | null }): Promise<void>;
}

export type AttachImage = (tx: Tx, use: ImageUse) => Promise<void>;

/** Puts a registered image to use: only what this user uploaded for this purpose, or what is in use there already. 400 otherwise. */
export const attachImageWith =
  (store: ImageStore): AttachImage =>
  async (tx, { path, purpose, ownerId, squadId = null, tripId = null }) => {
    if (!path.startsWith("/objects/")) return;
    const id = path.slice("/objects/".length);
    const image = isId(id) ? await store.findImage(tx, id) : undefined;
    const isPlaced = image?.squadId !== null || image.tripId !== null;
    const isHere = isPlaced && image?.squadId === squadId && image.tripId === tripId;
    const isFresh = !isPlaced && image.uploaderId === ownerId;
    if (image?.purpose !== purpose || !(isHere || isFresh)) {
      throw new Problem("invalid_input", "This is not a photo that you uploaded for this.", {
        issues: [{ path: "photoUrl", message: "Please upload the photo again" }],
      });
    }
    if (isFresh) await store.place(tx, id, { squadId, tripId });
  };
