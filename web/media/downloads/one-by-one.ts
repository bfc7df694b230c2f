import type { MediaItem } from "#contract/media-item.ts";
import { formatCount, plural } from "#contract/locale.ts";
import type { Toast } from "../../ui/toast.ts";
import { originalsOf, saveOriginal } from "./download.ts";
import { wait } from "../../ui/wait.ts";

/** The pause between two downloads, because browsers block many at once. */
const pauseMs = 800;
const maxNamed = 3;

export interface Outcome {
  readonly saved: number;
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** Saves photos one at a time and reports the position of each to `tell`. Goes on after a failure. */
export async function saveOneByOne(
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
