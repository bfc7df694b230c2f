import { readFile } from "node:fs/promises";
import { inspect } from "../../server/media/inspect/inspect.ts";
import { type Album, register } from "../../server/media/photos/register.ts";
import { registerWrites } from "../../server/media/photos/media-store.ts";
import { limitConcurrency } from "../../server/media/processes/limit-concurrency.ts";
import { playbackStore } from "../../server/media/renditions/playback-store.ts";
import { renditionStore } from "../../server/media/renditions/rendition-store.ts";
import type { Blobs } from "../../server/platform/blobs/blobs.ts";
import type { Database } from "../../server/schema/database.ts";
import { newId } from "../../server/platform/db/id.ts";
import { withExif } from "./exif.ts";
import { type Look, type Looks, faceLook, wholeLook } from "./looks.ts";
import type { Who } from "./people.ts";
import type { Shot } from "./plan.ts";
import type { Film } from "./scenes.ts";
import { addLikes, addUploads } from "./store.ts";

export interface PhotoParts {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly looks: Looks;
  readonly idOf: (who: Who) => string;
}

/** Stores the files of eight photos at a time. */
const files = limitConcurrency(8);

/** Adds these shots to an album as if their people had uploaded them, with all renditions. */
export async function addShots(parts: PhotoParts, album: Album, shots: readonly Shot[]): Promise<void> {
  const { database, idOf } = parts;
  const made = await Promise.all(
    shots.map((shot) =>
      files(async () => {
        const look = lookOf(parts, shot.scene, shot.look);
        const bytes = shot.film ? await readFilm(shot.film) : await withExif(look.pixels, shot);
        return { shot, look, ...(await storeFiles(parts.blobs, look, bytes, shot.film)), userId: idOf(shot.by) };
      }),
    ),
  );
  await database.transact(async (tx) => {
    await addUploads(tx, made);
    for (const { id, userId, shot } of made) {
      const { caption } = shot;
      const registration = {
        address: addressOf(id),
        userId,
        album,
        fileName: nameOf(shot),
        caption,
        takenAt: undefined,
      };
      const { outcome } = await register(registerWrites(tx), registration, new Date());
      if (outcome !== "new") throw new Error(`The photo ${nameOf(shot)} is ${outcome}`);
    }
    await addLikes(
      tx,
      made.flatMap(({ id, shot }) => shot.likedBy.map((who) => ({ mediaId: id, userId: idOf(who) }))),
    );
  });
  await renditionStore(database).markReady(
    made.map(({ id, look: { placeholder } }) => ({ id, placeholder, shown: null })),
  );
  for (const { id, shot, found } of made)
    if (shot.film) await playbackStore(database).markPlayback(id, "ready", found.durationMs);
}

/** Adds a cover or a profile photo. Returns its path, for the squad, trip or profile that shows it. */
export async function addImage(parts: PhotoParts, album: Album, scene: string, by: Who): Promise<string> {
  const { database, blobs, idOf } = parts;
  const look = lookOf(parts, scene, album.purpose === "profile" ? faceLook : wholeLook);
  const { id, found } = await storeFiles(blobs, look, look.pixels, null);
  const userId = idOf(by);
  await database.transact(async (tx) => {
    await addUploads(tx, [{ id, userId, found }]);
    const registration = {
      address: addressOf(id),
      userId,
      album,
      fileName: `${scene}.jpg`,
      caption: null,
      takenAt: undefined,
    };
    await register(registerWrites(tx), registration, new Date());
  });
  await renditionStore(database).markReady([{ id, placeholder: look.placeholder, shown: null }]);
  return `/objects/${id}`;
}

function lookOf({ looks }: PhotoParts, scene: string, which: number): Look {
  const look = looks.get(scene)?.[which];
  if (!look) throw new Error(`There is no look ${which} of ${scene}`);
  return look;
}

/** Stores an original and its renditions, under a new id, and inspects it as an upload is inspected. */
async function storeFiles(blobs: Blobs, look: Look, original: Buffer, film: Film | null) {
  const id = newId();
  await Promise.all([
    blobs.put(`${id}/original`, original),
    blobs.put(`${id}/thumb`, look.thumb),
    blobs.put(`${id}/medium`, look.pixels),
  ]);
  if (film) await blobs.copy(`${id}/original`, `${id}/video`);
  const found = await blobs.withFile(`${id}/original`, inspect);
  if (!found || "code" in found) throw new Error(`The photo ${id} is refused: ${found?.key}`);
  return { id, found };
}

const addressOf = (id: string) => `/api/uploads/${id}`;

const readFilm = (film: Film) => readFile(new URL(`../films/${film}.mp4`, import.meta.url));

/** A file name as a phone gives it. A film has its time nowhere else. */
const nameOf = ({ clock, film }: Shot) =>
  `${film ? "VID" : "IMG"}_${clock.replaceAll(/[-:]/g, "").replace(" ", "_")}.${film ? "mp4" : "jpg"}`;
