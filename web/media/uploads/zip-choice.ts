import { type UploadLimits, faultOf } from "./file-limits.ts";
import type { ZipPlan } from "./upload-list.ts";
import { type EntryPlace, type LeftBehind, type ZipListing, type ZipPhoto, maxZipPhotos } from "./zip/zip-photo.ts";

/** What somebody has chosen of zips so far. */
export interface ZipWishes {
  /** Folders that go. Undefined: nobody has chosen yet. */
  readonly folders: ReadonlySet<string> | undefined;
  /** Photos that were removed, or are on their way. */
  readonly gone: ReadonlySet<ZipPhoto>;
  readonly captions: ReadonlyMap<ZipPhoto, string>;
}

export const noWishes: ZipWishes = { folders: undefined, gone: new Set(), captions: new Map() };

/** What goes of zips, and what does not. */
export interface ZipChoice {
  /** Each folder, with the number of photos in it. */
  readonly folders: readonly (readonly [folder: string, count: number])[];
  readonly chosen: ReadonlySet<string>;
  /** At most 5,000. */
  readonly photos: readonly ZipPhoto[];
  /** How many more were chosen. They can go next. */
  readonly later: number;
  readonly left: readonly LeftBehind[];
}

/** Applies the limits and the wishes of a person. Of a Takeout nothing is chosen yet if it has several albums: it may be a whole life. */
export function chooseOfZips(listing: ZipListing, limits: UploadLimits, wishes: ZipWishes): ZipChoice {
  const left: LeftBehind[] = [...listing.left];
  const counts = new Map<string, number>();
  const fits = listing.photos.filter((photo) => {
    const reason = faultOf(photo, limits);
    if (reason === undefined) counts.set(photo.folder, (counts.get(photo.folder) ?? 0) + 1);
    else left.push({ name: photo.name, reason });
    return reason === undefined;
  });
  const folders = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
  const isWhole = folders.length < 2 || !listing.isTakeout;
  const chosen = wishes.folders ?? new Set(isWhole ? counts.keys() : []);
  const photos = fits.filter((photo) => chosen.has(photo.folder) && !wishes.gone.has(photo));
  return {
    folders,
    chosen,
    photos: photos.slice(0, maxZipPhotos),
    later: Math.max(0, photos.length - maxZipPhotos),
    left,
  };
}

/** The plan of an upload, with the numbers of the zips that it needs. */
export function planOf(
  { photos, left }: Pick<ZipChoice, "photos" | "left">,
  sizes: readonly number[],
  captions: ZipWishes["captions"],
): { readonly plan: ZipPlan; readonly zips: readonly number[] } {
  const zips = [...new Set(photos.flatMap(({ place, note }) => [place[0], ...(note ? [note[0]] : [])]))].toSorted(
    (a, b) => a - b,
  );
  const move = ([zip, entry]: EntryPlace): EntryPlace => [zips.indexOf(zip), entry];
  const plan = {
    sizes: zips.map((zip) => sizes[zip]!),
    photos: photos.map((photo) => ({
      ...photo,
      place: move(photo.place),
      ...(photo.note && { note: move(photo.note) }),
    })),
    captions: Object.fromEntries(
      photos.flatMap((photo, index) => {
        const words = captions.get(photo)?.trim();
        return words ? [[index, words] as const] : [];
      }),
    ),
    left,
  };
  return { plan, zips };
}

/** The album that a folder is, without the folders around it. */
export const albumOf = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1) || "Without a folder";
