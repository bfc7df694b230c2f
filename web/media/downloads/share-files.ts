// Written by hand because browsers do not report the limits of their share sheets: these tables and portions keep to them.
import type { MediaItem } from "#contract/media-item.ts";
import { fetchOriginal, originalsOf } from "./download.ts";

/** The limits of a share sheet. */
export interface ShareSheet {
  readonly maxFiles: number;
  readonly maxBytes: number;
  /** The types that it takes; all if left out. */
  readonly types?: ReadonlySet<string>;
}

/** These limits keep iPhones from running out of memory. */
const appleSheet: ShareSheet = { maxFiles: 20, maxBytes: 80 * 1024 * 1024 };

/** The limits of Chromium, which it checks only after everything is fetched: `navigator_share.cc` and `share_service_impl.cc`. */
const chromiumSheet: ShareSheet = {
  maxFiles: 10,
  maxBytes: 50 * 1024 * 1024,
  types: new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "video/mp4", "video/webm"]),
};

/**
 * The share sheet of this phone or tablet if it takes photos, else null. People want downloads in the photo library there, not in a folder.
 */
export function findSheet(): ShareSheet | null {
  if (!matchMedia("(pointer: coarse)").matches || typeof navigator.canShare !== "function") return null;
  if (!navigator.canShare({ files: [new File([""], "wave.jpg", { type: "image/jpeg" })] })) return null;
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  return /iP(hone|ad|od)|Macintosh/.test(navigator.userAgent) ? appleSheet : chromiumSheet;
}

/** Whether the sheet takes the originals of all photos. */
export function fitsSheet(items: readonly MediaItem[], { types, maxBytes }: ShareSheet): boolean {
  return (
    !types || items.flatMap(originalsOf).every(({ fileType, fileSize }) => types.has(fileType) && fileSize <= maxBytes)
  );
}

/** Splits photos into portions that the share sheet takes. The two files of a Live Photo stay together. */
export function portionsOf<Item extends Pick<MediaItem, "fileSize" | "live">>(
  items: readonly Item[],
  { maxFiles, maxBytes }: ShareSheet,
): readonly (readonly Item[])[] {
  const portions: Item[][] = [];
  let [files, bytes] = [0, 0];
  for (const item of items) {
    const last = portions.at(-1);
    const count = item.live ? 2 : 1;
    const size = item.fileSize + (item.live?.fileSize ?? 0);
    if (!last || files + count > maxFiles || bytes + size > maxBytes) {
      portions.push([item]);
      [files, bytes] = [count, size];
    } else {
      last.push(item);
      [files, bytes] = [files + count, bytes + size];
    }
  }
  return portions;
}

/** Fetches the originals as files. Rejects if one download fails. */
export async function filesOf(
  items: readonly MediaItem[],
  tell: (index: number) => void,
  signal: AbortSignal,
): Promise<File[]> {
  const files: File[] = [];
  for (const [index, item] of items.entries()) {
    tell(index + 1);
    for (const original of originalsOf(item)) {
      const bytes = await (await fetchOriginal(original, signal)).blob();
      files.push(new File([bytes], original.fileName, { type: original.fileType }));
    }
  }
  return files;
}
