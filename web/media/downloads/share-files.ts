import type { MediaItem } from "#contract/media-item.ts";
import { fetchOriginal, originalsOf } from "./download.ts";

/** What a share sheet takes at once. */
export interface Sheet {
  readonly mostFiles: number;
  readonly mostBytes: number;
  /** All, unless told. */
  readonly types?: ReadonlySet<string>;
}

/** Without running out of memory. */
const appleSheet: Sheet = { mostFiles: 20, mostBytes: 80 * 1024 * 1024 };

/** Chromium refuses more, and other types, only once everything has been fetched: `navigator_share.cc` and `share_service_impl.cc`. */
const chromiumSheet: Sheet = {
  mostFiles: 10,
  mostBytes: 50 * 1024 * 1024,
  types: new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "video/mp4", "video/webm"]),
};

/** Of phones and tablets whose share sheet takes photos: there "download" means the photo library, not a folder. Null elsewhere. */
export function sheetHere(): Sheet | null {
  if (!matchMedia("(pointer: coarse)").matches || typeof navigator.canShare !== "function") return null;
  if (!navigator.canShare({ files: [new File([""], "wave.jpg", { type: "image/jpeg" })] })) return null;
  // An iPad says that it is a Mac; no Mac can be touched.
  return /iP(hone|ad|od)|Macintosh/.test(navigator.userAgent) ? appleSheet : chromiumSheet;
}

/** Whether the sheet takes the originals of all these. */
export function fitsSheet(items: readonly MediaItem[], { types, mostBytes }: Sheet): boolean {
  return (
    !types || items.flatMap(originalsOf).every(({ fileType, fileSize }) => types.has(fileType) && fileSize <= mostBytes)
  );
}

/** Photos in portions that the share sheet can take; the two files of a Live Photo stay together. */
export function portionsOf<Item extends Pick<MediaItem, "fileSize" | "live">>(
  items: readonly Item[],
  { mostFiles, mostBytes }: Sheet,
): readonly (readonly Item[])[] {
  const portions: Item[][] = [];
  let [files, bytes] = [0, 0];
  for (const item of items) {
    const last = portions.at(-1);
    const count = item.live ? 2 : 1;
    const size = item.fileSize + (item.live?.fileSize ?? 0);
    if (!last || files + count > mostFiles || bytes + size > mostBytes) {
      portions.push([item]);
      [files, bytes] = [count, size];
    } else {
      last.push(item);
      [files, bytes] = [files + count, bytes + size];
    }
  }
  return portions;
}

/** The originals as files. Rejects when one cannot be had. */
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
