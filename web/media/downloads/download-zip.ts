import type { Calls } from "#contract/calls.ts";
import type { Sent } from "#contract/endpoint.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { ApiError, api } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { save } from "./download.ts";
import { saveOneByOne, wordsFor } from "./one-by-one.ts";
import { hereZone } from "../queries.ts";
import { megabytes } from "../uploads/sort-files.ts";
import { photosAndVideos } from "../words.ts";

export type Wanted = Omit<Sent<Calls["POST /api/media/zips"]>["body"], "timeZone">;

/**
 * Has the browser download photos as one zip, which it carries and resumes by itself. When a file among them cannot be read the
 * others come one by one: `items` fetches what to ask for then, and `tell` hears how far that is. `what` names them when nothing comes.
 */
export async function downloadZip(
  wanted: Wanted,
  items: () => Promise<readonly MediaItem[]>,
  tell: (index: number, total: number) => void,
  what: "photos" | "the photo" = "photos",
): Promise<void> {
  try {
    const zip = await api("POST /api/media/zips", { body: { ...wanted, timeZone: hereZone() } });
    save(zip.url, zip.fileName);
    const all = photosAndVideos(zip.count - zip.videoCount, zip.videoCount);
    toast({ title: "Your download has begun", text: `${all} in ${zip.fileName}, ${megabytes(zip.size)}` });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "conflict")) return tellFailure(error, what);
    try {
      toast(wordsFor(await saveOneByOne(await items(), tell)));
    } catch (failure) {
      tellFailure(failure, what);
    }
  }
}

function tellFailure(error: unknown, what: string) {
  const reason = error instanceof ApiError ? `. ${error.message}` : "";
  toast({ title: "Download Failed", text: `Failed to download ${what}${reason}`, look: "danger" });
}
