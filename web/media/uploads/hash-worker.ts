import { sha256 } from "./sha256.ts";

/** Up to here the browser's own is the faster one; beyond, a phone may not have the memory. */
const mostWholeBytes = 64 * 1024 * 1024;
const partBytes = 4 * 1024 * 1024;

/** What the worker answers: the SHA-256 in hexadecimal, or nothing when the file cannot be read. */
export interface Hashed {
  readonly id: number;
  readonly sum: string | undefined;
}

/** One after the other: a phone has no memory for twenty photos at a time. */
let before: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data: { id, file } }: MessageEvent<{ id: number; file: Blob }>) => {
  before = before.then(() => answer(id, file));
});

async function answer(id: number, file: Blob): Promise<void> {
  const sum = await sumOf(file).catch(() => undefined);
  postMessage({ id, sum } satisfies Hashed);
}

async function sumOf(file: Blob): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle && file.size <= mostWholeBytes) {
    const sum = await subtle.digest("SHA-256", await file.arrayBuffer());
    return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const hash = sha256();
  for (let at = 0; at < file.size; at += partBytes)
    hash.update(new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer()));
  return hash.digest();
}
