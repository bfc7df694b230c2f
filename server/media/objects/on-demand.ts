import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { StoredImage } from "./objects.ts";
import { type Render, type RenditionStore, renderTask } from "../renditions/rendition-jobs.ts";
import type { Rendition } from "../renditions/renditions.ts";

interface Parts {
  readonly blobs: Blobs;
  readonly store: Pick<RenditionStore, "findPictures">;
  readonly render: Render;
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

  async function make(image: StoredImage, size: Rendition): Promise<void> {
    const { id } = image;
    await render(renderTask(image, [size], false), { deadlineMs, isUrgent: true });
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
