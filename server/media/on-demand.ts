import type { Blobs } from "../blobs/blobs.ts";
import type { RunOptions } from "./child.ts";
import type { StoredImage } from "./objects.ts";
import type { RenderTask, Rendered } from "./render.ts";
import type { RenditionStore } from "./rendition-jobs.ts";
import type { Rendition } from "./renditions.ts";

interface Parts {
  readonly blobs: Blobs;
  readonly store: Pick<RenditionStore, "findPictures">;
  readonly render: (task: RenderTask, options: RunOptions) => Promise<Rendered>;
}

/** More at a time would make everybody wait. */
const mostAtOnce = 16;
const deadlineMs = 30_000;

/**
 * Makes a rendition that somebody looks for before its job has made it, or after it was lost. Those who look for the same one
 * at the same time share the work.
 */
export function onDemand({ blobs, store, render }: Parts): (image: StoredImage, size: Rendition) => Promise<void> {
  const running = new Map<string, Promise<void>>();

  async function make({ id, renditionType: type }: StoredImage, size: Rendition): Promise<void> {
    await render({ id, sizes: [size], type, hash: false }, { deadlineMs, isUrgent: true });
    // Deleted meanwhile: its files were removed already, so nothing would ever remove this one.
    if ((await store.findPictures([id])).length === 0) await blobs.remove(`${id}/${size}`);
  }

  return (image, size) => {
    const key = `${image.id}/${size}`;
    const shared = running.get(key);
    if (shared) return shared;
    if (running.size >= mostAtOnce) return Promise.reject(new Error("Too many pictures are being made"));
    const made = make(image, size).finally(() => running.delete(key));
    running.set(key, made);
    return made;
  };
}
