// Decision 044: why both files of a Live Photo are downloaded.
import type { MediaItem } from "#contract/media-item.ts";
import { toast } from "../../ui/toast.ts";
import { downloadUrl } from "../words.ts";

type Downloadable = Pick<MediaItem, "filePath" | "fileName" | "fileSize">;

/** The original files of a photo. A Live Photo has two. */
export const originalsOf = (item: MediaItem): readonly NonNullable<MediaItem["live"]>[] =>
  item.live ? [item, item.live] : [item];

/** The browser saves larger files straight to the disk, without holding them in memory. */
const maxHeldBytes = 64 * 1024 * 1024;

/** Saves the file at an address of this site under a name. */
export function save(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name || "download";
  link.click();
}

class DownloadRefused extends Error {}

/** Fetches a photo's original. Rejects with 'Failed to download: {status} {statusText}'. */
export async function fetchOriginal(
  { filePath }: Pick<Downloadable, "filePath">,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await fetch(addressOf(filePath), {
    headers: { accept: "image/*, video/*, application/octet-stream" },
    ...(signal && { signal }),
  });
  if (!answer.ok) throw new DownloadRefused(`Failed to download: ${answer.status} ${answer.statusText}`.trimEnd());
  return answer;
}

/** The address of an object. It accepts a path on this site, "objects/x" without its slash, and the bare name of an object. */
export const addressOf = (path: string): string =>
  path.startsWith("/") ? path : path.startsWith("objects/") ? `/${path}` : `/objects/${path}`;

/** Saves a photo's original under its own name. Rejects if the download fails. */
export async function saveOriginal(item: Downloadable): Promise<void> {
  const answer = await fetchOriginal(item);
  if (item.fileSize > maxHeldBytes) {
    // The reply shows that the file exists. Now the browser streams it to the disk.
    await answer.body?.cancel();
    return save(downloadUrl(item), item.fileName);
  }
  const url = URL.createObjectURL(await answer.blob());
  save(url, item.fileName);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves one photo and shows a message about the result. */
export async function download(item: Downloadable): Promise<void> {
  try {
    await saveOriginal(item);
  } catch (error) {
    const reason = error instanceof DownloadRefused ? error.message : undefined;
    toast({ title: "Download Failed", text: "Failed to download the photo", reason, look: "danger" });
    return;
  }
  toast({ title: "Download Complete" });
}
