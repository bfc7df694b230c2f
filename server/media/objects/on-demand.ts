import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { StoredImage } from "./objects.ts";
import { type Render, type RenditionStore, renderTask } from "../renditions/rendition-jobs.ts";
import type { RenderTask } from "../renditions/render.ts";
import { type Rendition, maxBytesOf, renditionFor } from "../renditions/renditions.ts";

interface Parts {
  readonly blobs: Blobs;
  readonly store: Pick<RenditionStore, "findPictures">;
  readonly render: Render;
}

/** The maximum of renditions in the making; more would slow all of them down. */
const maxRunning = 16;
const deadlineMs = 30_000;

/**
 * Makes a rendition that a viewer requests before its job has run, or after its file was lost. Simultaneous requests for the same one
 * share the work.
 */
export function onDemand({ blobs, store, render }: Parts): (image: StoredImage, size: Rendition) => Promise<void> {
  const running = new Map<string, Promise<void>>();

  /** Makes a small size from the medium rendition, if that exists. The original may be large and slow to read. */
  async function fromRendition(image: StoredImage, size: Rendition): Promise<Partial<RenderTask>> {
    const from = renditionFor("medium", image);
    const isQuick = maxBytesOf[size] !== undefined && (await blobs.sizeOf(`${image.id}/${from}`)) !== null;
    return isQuick ? { from, source: "picture", isHeavy: false } : {};
  }

  async function make(image: StoredImage, size: Rendition): Promise<void> {
    const { id } = image;
    const task = { ...renderTask(image, [size], false), ...(await fromRendition(image, size)) };
    await render(task, { deadlineMs, isUrgent: true });
    // If the photo was deleted meanwhile, its files are already removed, and this one must go too.
    if ((await store.findPictures([id])).length === 0) await blobs.remove(`${id}/${size}`);
  }

  return (image, size) => {
    const key = `${image.id}/${size}`;
    const shared = running.get(key);
    if (shared) return shared;
    if (running.size >= maxRunning) return Promise.reject(new Error("Too many pictures are being made"));
    const made = make(image, size).finally(() => running.delete(key));
    running.set(key, made);
    return made;
  };
}
