import type { Calls } from "#contract/calls.ts";
import type { CallArguments } from "#contract/endpoint.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { ApiError, api } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { save } from "./download.ts";
import { saveOneByOne, wordsFor } from "./one-by-one.ts";
import { hereZone } from "../../core/zone.ts";
import { megabytes } from "../uploads/file-limits.ts";
import { photosAndVideos } from "../words.ts";

export type Wanted = Omit<CallArguments<Calls["POST /api/media/zips"]>["body"], "timeZone">;

/**
 * Downloads photos as one zip, which the browser receives and resumes by itself. If the server cannot read one of the files, the photos are
 * saved one by one instead: `items` fetches the list for that, and `tell` reports the progress. `text` is the message of a failure.
 */
export async function downloadZip(
  wanted: Wanted,
  items: () => Promise<readonly MediaItem[]>,
  tell: (index: number, total: number) => void,
  text: "Failed to download photos" | "Failed to download the photo" = "Failed to download photos",
): Promise<void> {
  try {
    const zip = await api("POST /api/media/zips", { body: { ...wanted, timeZone: hereZone() } });
    save(zip.url, zip.fileName);
    const all = photosAndVideos(zip.count - zip.videoCount, zip.videoCount);
    toast({ title: "Your download has begun", text: `${all} in ${zip.fileName}, ${megabytes(zip.size)}` });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "conflict")) return tellFailure(error, text);
    try {
      toast(wordsFor(await saveOneByOne(await items(), tell)));
    } catch (failure) {
      tellFailure(failure, text);
    }
  }
}

function tellFailure(error: unknown, text: string) {
  const reason = error instanceof ApiError ? error.message : undefined;
  toast({ title: "Download Failed", text, reason, look: "danger" });
}
