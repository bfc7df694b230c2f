import { randomBytes } from "node:crypto";
import { newId } from "../platform/db/id.ts";
import type { TestApp } from "./app.ts";
import { photoColumns } from "./photo-columns.ts";

interface Place {
  readonly squadId: string | null;
  readonly tripId: string | null;
  readonly uploaderId: string;
}

/** Adds a photo of a gallery that has its pictures and this many likes. Returns its id. */
export async function addLikedPhoto(swell: TestApp, { squadId, tripId, uploaderId }: Place, likes: number, look = {}) {
  const id = newId();
  await swell.database.db
    .insertInto("media")
    .values({
      ...photoColumns(),
      id,
      purpose: "gallery",
      sha256: randomBytes(32),
      squad_id: squadId,
      trip_id: tripId,
      uploader_id: uploaderId,
      state: "ready",
      likes,
      ...look,
    })
    .execute();
  return id;
}
