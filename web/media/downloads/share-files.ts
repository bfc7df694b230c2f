import type { MediaItem } from "#contract/media-item.ts";
import { fetchOriginal, originalsOf } from "./download.ts";

/** What a phone's share sheet takes at once without running out of memory. */
const mostFiles = 20;
const mostBytes = 80 * 1024 * 1024;

/** Whether this is a phone or tablet whose share sheet takes photos: there "download" means the photo library, not a folder. */
export function canSaveThroughSheet(): boolean {
  if (!matchMedia("(pointer: coarse)").matches || typeof navigator.canShare !== "function") return false;
  return navigator.canShare({ files: [new File([""], "wave.jpg", { type: "image/jpeg" })] });
}

/** Photos in portions that the share sheet can take; the two files of a Live Photo stay together. */
export function portionsOf<Item extends Pick<MediaItem, "fileSize" | "live">>(
  items: readonly Item[],
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
