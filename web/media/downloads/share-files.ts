import type { MediaItem } from "#contract/media-item.ts";
import { fetchOriginal } from "./download.ts";

/** What a phone's share sheet takes at once without running out of memory. */
const mostFiles = 20;
const mostBytes = 80 * 1024 * 1024;

/** Whether this is a phone or tablet whose share sheet takes photos: there "download" means the photo library, not a folder. */
export function canSaveThroughSheet(): boolean {
  if (!matchMedia("(pointer: coarse)").matches || typeof navigator.canShare !== "function") return false;
  return navigator.canShare({ files: [new File([""], "wave.jpg", { type: "image/jpeg" })] });
}

/** Photos in portions that the share sheet can take. */
export function portionsOf<Item extends Pick<MediaItem, "fileSize">>(
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const portions: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = portions.at(-1);
    if (!last || last.length >= mostFiles || bytes + item.fileSize > mostBytes) {
      portions.push([item]);
      bytes = item.fileSize;
    } else {
      last.push(item);
      bytes += item.fileSize;
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
    const bytes = await (await fetchOriginal(item, signal)).blob();
    files.push(new File([bytes], item.fileName, { type: item.fileType }));
  }
  return files;
}
