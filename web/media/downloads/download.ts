// Decision 044: why both files of a Live Photo are downloaded.
import type { MediaItem } from "#contract/media-item.ts";
import { toast } from "../../ui/toast.ts";
import { downloadUrl } from "../words.ts";

type Downloadable = Pick<MediaItem, "filePath" | "fileName" | "fileSize">;

/** A photo's files as they were uploaded: of a Live Photo there are two. */
export const originalsOf = (item: MediaItem): readonly NonNullable<MediaItem["live"]>[] =>
  item.live ? [item, item.live] : [item];

/** Larger files go straight to the disk. */
const mostHeldBytes = 64 * 1024 * 1024;

/** Has the browser save what is at an address on this site under a name. */
export function save(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name || "download";
  link.click();
}

/** A photo's original. Rejects with 'Failed to download: {status} {statusText}'. */
export async function fetchOriginal(
  { filePath }: Pick<Downloadable, "filePath">,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await fetch(addressOf(filePath), {
    headers: { accept: "image/*, video/*, application/octet-stream" },
    ...(signal && { signal }),
  });
  if (!answer.ok) throw new Error(`Failed to download: ${answer.status} ${answer.statusText}`.trimEnd());
  return answer;
}

/** A path on this site is taken as it is; "objects/x" lacks its slash, and anything else is the name of an object. */
export const addressOf = (path: string): string =>
  path.startsWith("/") ? path : path.startsWith("objects/") ? `/${path}` : `/objects/${path}`;

/** Saves a photo's original under its own name. Rejects when it cannot be had. */
export async function saveOriginal(item: Downloadable): Promise<void> {
  const answer = await fetchOriginal(item);
  if (item.fileSize > mostHeldBytes) {
    // It is there to be had: the browser itself streams it to the disk, so its size does not matter.
    await answer.body?.cancel();
    return save(downloadUrl(item), item.fileName);
  }
  const url = URL.createObjectURL(await answer.blob());
  save(url, item.fileName);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves one photo, and says how that went. */
export async function download(item: Downloadable): Promise<void> {
  try {
    await saveOriginal(item);
  } catch (error) {
    const reason =
      error instanceof Error && error.message.startsWith("Failed to download:") ? ` (${error.message})` : "";
    toast({ title: "Download Failed", text: `Failed to download the photo${reason}`, look: "danger" });
    return;
  }
  toast({ title: "Download Complete" });
}
