import type { NamedZip, OpenedPhoto, ZipAnswer, ZipQuestion } from "./zip-messages.ts";
import { ZipFault, type ZipListing, type ZipPhoto } from "./zip-photo.ts";

/** A worker that has nothing to do for this long is ended. */
const idleMs = 60_000;

interface Waiting {
  readonly resolve: (answer: ZipAnswer) => void;
  readonly reject: (reason: ZipFault) => void;
}

let worker: Worker | undefined;
let lastId = 0;
let lastKey = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const waiting = new Map<number, Waiting>();
const keys = new WeakMap<Blob, string>();

/** Lists what stands in zips that belong together. */
export async function listZips(zips: readonly Blob[]): Promise<ZipListing> {
  const { listing } = await ask({ kind: "list", zips: zips.map(named) });
  return listing!;
}

/** Inflates a photo of these zips, and reads its note. Rejects with a `ZipFault`. */
export async function openPhoto(zips: readonly Blob[], { place, note, type }: ZipPhoto): Promise<OpenedPhoto> {
  const { opened } = await ask({ kind: "open", zips: zips.map(named), photo: { place, note, type } });
  return opened!;
}

function named(file: Blob): NamedZip {
  const key = keys.get(file) ?? String((lastKey += 1));
  keys.set(file, key);
  return { key, file };
}

async function ask(question: ZipQuestion): Promise<ZipAnswer> {
  clearTimeout(idle);
  const answer = await new Promise<ZipAnswer>((resolve, reject) => {
    const id = (lastId += 1);
    waiting.set(id, { resolve, reject });
    worker ??= startWorker();
    worker.postMessage({ id, question }, []);
  });
  if (answer.fault !== undefined) throw new ZipFault(answer.fault);
  return answer;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./zip-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<ZipAnswer>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
    if (waiting.size === 0) idle = setTimeout(end, idleMs);
  });
  // It did not load, or it had no memory left.
  started.addEventListener("error", () => {
    end();
    for (const { reject } of waiting.values()) reject(new ZipFault(stopped));
    waiting.clear();
  });
  return started;
}

function end(): void {
  worker?.terminate();
  worker = undefined;
}

const stopped = "Zips cannot be opened just now. Please try again, or reload the page.";
