import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Place } from "../platform/backups/places/place.ts";
import type { StoredFile } from "./manifest.ts";

/** Hands a stream to `put`, and tells the size and SHA-256 of what went through. */
export async function measured(
  source: Readable,
  put: (source: Readable) => Promise<void>,
): Promise<Pick<StoredFile, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  try {
    await Promise.all([put(meter), pipeline(source, meter)]);
  } catch (error) {
    meter.destroy();
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Writes a file, whole or not at all, and tells its size and SHA-256. */
export const putFile = async (place: Place, name: string, source: Readable): Promise<StoredFile> => ({
  name,
  ...(await measured(source, (metered) => place.put(name, metered))),
});

/** The same, compressed by Zstandard. Size and SHA-256 are those of the compressed bytes. */
export async function putCompressed(place: Place, name: string, source: Readable): Promise<StoredFile> {
  const compressing = createZstdCompress();
  const [file] = await Promise.all([putFile(place, name, compressing), pipeline(source, compressing)]);
  return file;
}

/** Opens a file. The stream breaks at its end, with one sentence, if the bytes are not those that were written. */
export async function getFile(place: Place, { name, bytes, sha256 }: StoredFile): Promise<Readable> {
  const source = await place.get(name);
  if (!source) throw new Error(`${name} is missing in ${place.title}: this backup is not whole.`);
  const hash = createHash("sha256");
  let seen = 0;
  const checking = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      hash.update(piece);
      seen += piece.length;
      done(null, piece);
    },
    flush(done) {
      const isSame = seen === bytes && hash.digest("hex") === sha256;
      done(isSame ? null : new Error(`${name} in ${place.title} is damaged: this backup is not whole.`));
    },
  });
  return flowing(source, checking);
}

/** The same for a compressed file. */
export const getCompressed = async (place: Place, file: StoredFile): Promise<Readable> =>
  flowing(await getFile(place, file), createZstdDecompress());

/** Reads a file to its end. Rejects as `getFile` does. */
export async function checkFile(place: Place, file: StoredFile): Promise<void> {
  for await (const _ of await getFile(place, file));
}

/** Sends one stream through another. A fault of either breaks the result. */
function flowing(source: Readable, through: Transform): Transform {
  pipeline(source, through).catch((error: Error) => through.destroy(error));
  return through;
}
