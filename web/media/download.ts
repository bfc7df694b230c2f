import type { MediaItem } from "#contract/media-item.ts";
import { toast } from "../ui/toast.ts";
import { downloadUrl } from "./words.ts";

/**
 * Saves a photo's original under its own name. The browser streams it to the disk, so its size does not
 * matter; whether it is there to be had is asked first, for a failed download says nothing to the page.
 */
export async function download(item: Pick<MediaItem, "filePath" | "fileName">): Promise<void> {
  const url = downloadUrl(item);
  try {
    const answer = await fetch(url, { method: "HEAD" });
    if (!answer.ok) throw new Error(`Failed to download: ${answer.status} ${answer.statusText}`);
  } catch {
    toast({ title: "Download Failed", text: "Failed to download the photo", look: "danger" });
    return;
  }
  const link = document.createElement("a");
  link.href = url;
  link.download = item.fileName || "download";
  link.click();
  toast({ title: "Download Complete" });
}
