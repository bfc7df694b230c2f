import type { GalleryFilter } from "#contract/gallery.ts";
import { Problem, forbidden, notFound } from "../../platform/http/problem.ts";
import { type Clocks, type Timed, localClocks, placesToAsk } from "../clocks/local-clock.ts";
import type { Demand } from "./read-zip.ts";
import { type ZipFile, type ZipLayout, layOut } from "./layout.ts";
import { inTurns } from "./turns.ts";

/** A photo that somebody wants, and how they stand to it. */
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
  /** Of a Live Photo, the file beside it. */
  readonly film: {
    readonly id: string;
    readonly fileName: string;
    readonly size: number;
    readonly crc32: number;
  } | null;
}

/** A zip that was asked for. */
export interface Zip {
  readonly id: string;
  readonly userId: string;
  readonly ids: readonly string[];
  readonly fileName: string;
  /** For photos of which no clock is known. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

export interface Place {
  readonly scope: "trip" | "squad";
  readonly id: string;
}

export interface ZipStore {
  /** Those that exist, in the order of `ids`; the film of a Live Photo counts as that photo. */
  photos(userId: string, ids: readonly string[]): Promise<readonly ChosenPhoto[]>;
  /** The oldest first, at most `most`. */
  idsIn(
    place: Place,
    userId: string,
    filter: GalleryFilter & { readonly except: readonly string[] },
    most: number,
  ): Promise<readonly string[]>;
  /** What the clocks of trips and squads were set to, by the photos that were there at a moment. */
  clocks(placeIds: readonly string[], by: Date): Promise<Clocks>;
  nameOf(place: Place): Promise<string | null>;
  keep(zip: Omit<Zip, "createdAt">): Promise<void>;
  madeSince(userId: string, since: Date): Promise<number>;
  /** Null when it is too old, or somebody else's. */
  find(id: string, userId: string): Promise<Zip | null>;
}

/** More would make the list itself heavy; their bytes are never held. */
export const mostFiles = 50_000;

export const tooManyFiles = () =>
  new Problem(
    "too_large",
    `That is more than ${mostFiles.toLocaleString("en-GB")} photos. Please choose fewer at once.`,
  );

/** How the photos of a zip are named, and how strictly they are all to be in it. */
export interface Manner extends Pick<Zip, "timeZone"> {
  /** Photos that come later change no name: a download goes on where it broke off. */
  readonly by: Date;
  /** One that was deleted after it was chosen is left out. */
  readonly mayBeGone?: boolean;
}

/**
 * The zip of these photos as they are now. Demands that each may be had: 404 when one is hidden, or gone and may not be, 403 when one
 * merely shows itself.
 */
export async function zipOf(
  store: Pick<ZipStore, "photos" | "clocks">,
  userId: string,
  ids: readonly string[],
  { timeZone, by, mayBeGone = false }: Manner,
): Promise<ZipLayout & { readonly photos: readonly ChosenPhoto[] }> {
  const photos: ChosenPhoto[] = [];
  // An answer is read in one go: that of all of them at once would hold up everybody else.
  for (let i = 0; i < ids.length; i += asksAtOnce)
    photos.push(...(await store.photos(userId, ids.slice(i, i + asksAtOnce))));
  const isHidden = photos.some(({ maySee }) => !maySee);
  if (isHidden || photos.length === 0 || (!mayBeGone && photos.length < ids.length)) throw notFound("Photo not found");
  if (photos.some(({ isMember }) => !isMember))
    throw forbidden("Only members of this squad can have the originals. Join it first.");
  // Two that were chosen may be one photo by now.
  const each = [...new Map(photos.map((photo) => [photo.id, photo])).values()];
  const clockOf = localClocks(await store.clocks(placesToAsk(each), by), timeZone);
  return { ...(await layOut(await filesOf(each, clockOf))), photos: each };
}

const asksAtOnce = 3000;

/**
 * Looks again, every few seconds of a long download, whether the photo that comes next may still be had: 404 for whoever was
 * taken out of its place meanwhile.
 */
export function demandStill(store: Pick<ZipStore, "photos">, userId: string, everyMs = 5000): Demand {
  let looked = Date.now();
  return async ({ content }) => {
    if (typeof content !== "string" || Date.now() - looked < everyMs) return;
    looked = Date.now();
    const [photo] = await store.photos(userId, [content.slice(0, content.indexOf("/"))]);
    if (!photo?.isMember) throw notFound("Photo not found");
  };
}

/** Photos as files named by time and person; of several trips, or a squad, in folders by trip. */
async function filesOf(photos: readonly ChosenPhoto[], clockOf: (photo: Timed) => Date): Promise<ZipFile[]> {
  const folders = new Set(photos.map(folderOf));
  const files: ZipFile[] = [];
  await inTurns(photos, (photo) => {
    const [modified, clock] = [new Date(photo.takenAt), clockOf(photo)];
    const who = photo.firstName === null ? "Someone who left" : `${photo.firstName} ${photo.lastName}`;
    const folder = folderOf(photo);
    const fileFor = ({ id, fileName, size, crc32 }: NonNullable<ChosenPhoto["film"]>): ZipFile => {
      const name = `${written(clock)} ${who} ${fileName}`;
      const place = folders.size > 1 && folder !== null ? [folder, name] : [name];
      return { place, size, crc32, modified, clock, content: `${id}/original` };
    };
    files.push(fileFor(photo));
    if (photo.film) files.push({ ...fileFor(photo.film), isBeside: true });
  });
  return files;
}

/** "2026-07-04 Ericeira": in the order of the trips. */
const folderOf = ({ trip, startDate }: ChosenPhoto) => (trip === null ? null : `${startDate} ${trip}`);

/** "2026-07-04 18.22.05". */
const written = (clock: Date) => clock.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
