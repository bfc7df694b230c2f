import type { GalleryFilter } from "#contract/gallery.ts";
import { formatCount } from "#contract/locale.ts";
import { withValues } from "#contract/refusals.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import { type Clocks, type Timed, localClocks, albumsToAsk } from "../clocks/local-clock.ts";
import type { Demand } from "./read-zip.ts";
import { type LaidZip, type ZipFile, layOut } from "./layout.ts";
import { forEachYielding } from "./for-each-yielding.ts";

/** A photo for a zip, with the rights of the person who requests it. */
export interface ChosenPhoto extends Timed {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly crc32: number;
  readonly isVideo: boolean;
  /** Null when the uploader's account is gone. */
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly trip: string | null;
  /** `yyyy-mm-dd`, of the trip. */
  readonly startDate: string | null;
  readonly isMember: boolean;
  readonly maySee: boolean;
  /** The clip of a Live Photo. */
  readonly clip: {
    readonly id: string;
    readonly fileName: string;
    readonly size: number;
    readonly crc32: number;
  } | null;
}

/** A requested zip. */
export interface Zip {
  readonly id: string;
  readonly userId: string;
  readonly ids: readonly string[];
  readonly fileName: string;
  /** The zone for photos without any known offset. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

/** The trip or squad whose photos a zip contains. */
export interface ZipScope {
  readonly scope: "trip" | "squad";
  readonly id: string;
}

export interface ZipStore {
  /** The photos that exist, in the order of `ids`. The id of a clip stands for its Live Photo. */
  photos(userId: string, ids: readonly string[]): Promise<readonly ChosenPhoto[]>;
  /** At most `limit` ids, the oldest photo first. */
  idsIn(
    scope: ZipScope,
    userId: string,
    filter: GalleryFilter & { readonly except: readonly string[] },
    limit: number,
  ): Promise<readonly string[]>;
  /** The clocks of these trips and squads, from the photos that existed at the time `by`. */
  clocks(albumIds: readonly string[], by: Date): Promise<Clocks>;
  nameOf(scope: ZipScope): Promise<string | null>;
  save(zip: Omit<Zip, "createdAt">): Promise<void>;
  countSince(userId: string, since: Date): Promise<number>;
  /** Null when it is too old, or another person's. */
  find(id: string, userId: string): Promise<Zip | null>;
}

/** Limits the memory of the list; the bytes of photos are never held. */
export const maxFiles = 50_000;

export const tooManyFiles = () =>
  new Problem("too_large", withValues("download_too_large", { max: formatCount(maxFiles) }));

export interface ZipOptions extends Pick<Zip, "timeZone"> {
  /** Later photos do not influence local times, so that a resumed download has the same names. */
  readonly by: Date;
  /** Leaves out deleted photos instead of refusing the zip. */
  readonly mayBeGone?: boolean;
}

/**
 * Lays out the zip of these photos as they exist now. The person must have a right to each original: 404 when one is hidden or missing, 403
 * when one is only publicly visible.
 */
export async function zipOf(
  store: Pick<ZipStore, "photos" | "clocks">,
  userId: string,
  ids: readonly string[],
  { timeZone, by, mayBeGone = false }: ZipOptions,
): Promise<LaidZip & { readonly photos: readonly ChosenPhoto[] }> {
  const photos: ChosenPhoto[] = [];
  // Parsing one large reply would block the event loop.
  for (let i = 0; i < ids.length; i += batchSize)
    photos.push(...(await store.photos(userId, ids.slice(i, i + batchSize))));
  const isHidden = photos.some(({ maySee }) => !maySee);
  if (isHidden || photos.length === 0 || (!mayBeGone && photos.length < ids.length)) throw notFound("photo_not_found");
  if (photos.some(({ isMember }) => !isMember)) throw forbidden("originals_members_only");
  // Two ids may be the halves of one Live Photo by now.
  const each = [...new Map(photos.map((photo) => [photo.id, photo])).values()];
  const clockOf = localClocks(await store.clocks(albumsToAsk(each), by), timeZone);
  return { ...(await layOut(await filesOf(each, clockOf))), photos: each };
}

const batchSize = 3000;

/** Checks access to the next photo again, every few seconds of a long download. Rejects with 404 when the person has lost it. */
export function demandStillAllowed(store: Pick<ZipStore, "photos">, userId: string, everyMs = 5000): Demand {
  let checkedAt = Date.now();
  return async ({ content }) => {
    if (typeof content !== "string" || Date.now() - checkedAt < everyMs) return;
    checkedAt = Date.now();
    const [photo] = await store.photos(userId, [content.slice(0, content.indexOf("/"))]);
    if (!photo?.isMember) throw notFound("photo_not_found");
  };
}

/** Names the files of photos by time and person; with several trips they get folders by trip. */
async function filesOf(photos: readonly ChosenPhoto[], clockOf: (photo: Timed) => Date): Promise<ZipFile[]> {
  const folders = new Set(photos.map(folderOf));
  const files: ZipFile[] = [];
  await forEachYielding(photos, (photo) => {
    const [modified, clock] = [new Date(photo.takenAt), clockOf(photo)];
    const who = photo.firstName === null ? "Someone who left" : `${photo.firstName} ${photo.lastName}`;
    const folder = folderOf(photo);
    const fileFor = ({ id, fileName, size, crc32 }: NonNullable<ChosenPhoto["clip"]>): ZipFile => {
      const name = `${timestampOf(clock)} ${who} ${fileName}`;
      const segments = folders.size > 1 && folder !== null ? [folder, name] : [name];
      return { segments, size, crc32, modified, clock, content: `${id}/original` };
    };
    files.push(fileFor(photo));
    if (photo.clip) files.push({ ...fileFor(photo.clip), isBeside: true });
  });
  return files;
}

/** "2026-07-04 Ericeira", which sorts by start date. */
const folderOf = ({ trip, startDate }: ChosenPhoto) => (trip === null ? null : `${startDate} ${trip}`);

/** "2026-07-04 18.22.05". */
const timestampOf = (clock: Date) => clock.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
