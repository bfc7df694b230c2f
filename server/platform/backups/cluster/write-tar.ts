import { once } from "node:events";
import { Readable } from "node:stream";
import { type Pack, pack } from "tar-stream";
import { blocksOf, openIfThere } from "./cluster-files.ts";

/**
 * Hands a tar to `write`, which reads it to its end, while `fill` adds its entries. Resolves to the results of both. Rejects with the
 * error of the side that failed first, when neither is at work any more.
 */
export async function writeTar<Filled, Written>(
  fill: (tar: Pack) => Promise<Filled>,
  write: (tar: Readable) => Promise<Written>,
): Promise<[Filled, Written]> {
  const tar = pack();
  const source = Readable.from(tar, { objectMode: false });
  // An error of a stream without a listener ends the process. Readers get it too.
  for (const stream of [tar, source]) stream.on("error", () => {});
  let isFilled = false;
  const filling = fill(tar).then((filled) => {
    isFilled = true;
    tar.finalize();
    return filled;
  });
  let failure: Error | undefined;
  filling.catch((error: Error) => {
    failure = error;
    tar.destroy(error);
  });
  try {
    const written = await write(source);
    if (!isFilled) throw failure ?? new Error("The tar was not read to its end.");
    return [await filling, written];
  } finally {
    source.destroy();
    tar.destroy();
    await filling.catch(() => {});
  }
}

export const addText = (tar: Pack, name: string, text: string): Promise<void> => addBytes(tar, name, Buffer.from(text));

export const addBytes = (tar: Pack, name: string, bytes: Buffer): Promise<void> =>
  addEntry(tar, name, bytes.length, [bytes]);

/** Adds a file that may change meanwhile. False if it has vanished. */
export async function addFile(tar: Pack, name: string, file: string): Promise<boolean> {
  const handle = await openIfThere(file);
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    await addEntry(tar, name, size, blocksOf(handle, size));
    return true;
  } finally {
    await handle.close();
  }
}

/** Adds an empty folder. */
export function addFolder(tar: Pack, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = tar.entry({ name, type: "directory", mode: 0o700 }, (error) => (error ? reject(error) : resolve()));
    entry.on("error", reject);
  });
}

type Blocks = AsyncIterable<Buffer> | Iterable<Buffer>;

async function addEntry(tar: Pack, name: string, size: number, blocks: Blocks): Promise<void> {
  const { promise: added, resolve, reject } = Promise.withResolvers<void>();
  added.catch(() => {});
  const entry = tar.entry({ name, type: "file", mode: 0o600, size }, (error) => (error ? reject(error) : resolve()));
  entry.on("error", reject);
  for await (const block of blocks) if (!entry.write(block)) await Promise.race([once(entry, "drain"), added]);
  entry.end(null);
  await added;
}
