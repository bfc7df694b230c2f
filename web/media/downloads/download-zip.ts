import type { Calls } from "#contract/calls.ts";
import type { CallArguments } from "#contract/endpoint.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { ApiError, api } from "../../core/api.ts";
import { type Toast, toast } from "../../ui/toast.ts";
import { originalsOf, save, saveOriginal } from "./download.ts";
import { hereZone } from "../../core/zone.ts";
import { megabytes } from "../uploads/file-limits.ts";
import { photosAndVideos } from "../words.ts";
import { wait } from "../../ui/wait.ts";

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

/** The pause between two downloads, because browsers block many at once. */
const pauseMs = 800;
const maxNamed = 3;

interface Outcome {
  readonly saved: number;
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** Saves photos one at a time and reports the position of each to `tell`. Goes on after a failure. */
async function saveOneByOne(
  items: readonly MediaItem[],
  tell: (index: number, total: number) => void,
): Promise<Outcome> {
  let saved = 0;
  const failed: { name: string; reason: string }[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0) await wait(pauseMs);
    tell(index + 1, items.length);
    try {
      for (const [part, original] of originalsOf(item).entries()) {
        if (part > 0) await wait(pauseMs);
        await saveOriginal(original);
      }
      saved += 1;
    } catch (error) {
      failed.push({ name: item.fileName, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { saved, failed };
}

/** The message about the result, for people. */
export function wordsFor({ saved, failed }: Outcome): Toast {
  if (failed.length === 0) {
    const text = plural(saved, { one: `${formatCount(saved)} photo`, other: `${formatCount(saved)} photos` });
    return { title: "Download Complete", text };
  }
  if (saved === 0) {
    return { title: "Download Failed", text: "No photos were downloaded successfully", look: "danger" };
  }
  const named = failed.slice(0, maxNamed).map(({ name, reason }) => `${name} (${reason})`);
  const [names, all, more] = [named.join(", "), saved + failed.length, failed.length - named.length];
  return {
    title: "Some Downloads Failed",
    text:
      more > 0
        ? `${saved} of ${all} photos came. Not: ${names}, and ${more} more`
        : `${saved} of ${all} photos came. Not: ${names}`,
    look: "danger",
  };
}
