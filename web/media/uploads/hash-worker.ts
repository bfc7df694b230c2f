import { sha256Of } from "./sha256.ts";

/** The worker's reply: the SHA-256 in hexadecimal, or undefined when the file cannot be read. */
export interface Hashed {
  readonly id: number;
  readonly sum: string | undefined;
}

/** Files are hashed one after the other, because a phone has no memory for twenty photos at a time. */
let last: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data: { id, file } }: MessageEvent<{ id: number; file: Blob }>) => {
  last = last.then(() => reply(id, file));
});

async function reply(id: number, file: Blob): Promise<void> {
  const sum = await sha256Of(file).catch(() => undefined);
  postMessage({ id, sum } satisfies Hashed);
}
