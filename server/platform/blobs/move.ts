// Decision 059: why moved files are read back and compared.
import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { BlobKey, Blobs } from "./blobs.ts";

export interface MoveParts {
  readonly from: Blobs;
  readonly to: Blobs;
  readonly journal: Journal;
  /** The SHA-256 of an original at its upload, in hexadecimal; undefined if unknown. */
  readonly sumOf: (id: string) => Promise<string | undefined>;
}

/** The blobs that were found equal in both stores, also by earlier runs that were killed. */
interface Journal {
  has(key: BlobKey): boolean;
  add(key: BlobKey, sha256: string): Promise<void>;
}

/**
 * `moved`: by this run. `there`: by an earlier run. `left`: not moved yet. `removed`: deleted from the old store. `changed`: differs
 * from the upload; it is copied unless the new store has the uploaded bytes, and never removed. `gone`: deleted meanwhile.
 */
export interface Moved {
  readonly key: BlobKey;
  readonly outcome: "moved" | "there" | "left" | "removed" | "changed" | "gone";
  readonly bytes: number;
}

/** `copy`: copies missing blobs. `look`: only counts. `remove`: deletes verified blobs from the old store. */
export type MoveMode = "copy" | "look" | "remove";

const maxConcurrent = 4;

/** Goes through all blobs of a store. It reads each copy back and compares its SHA-256 with that of the source. */
export async function* move(parts: MoveParts, mode: MoveMode): AsyncGenerator<Moved> {
  const running = new Set<Promise<void>>();
  const done: Moved[] = [];
  let failure: { readonly error: unknown } | undefined;
  for await (const key of parts.from.list()) {
    const one = moveOne(parts, key, mode)
      .then(
        (moved) => void done.push(moved),
        (error: unknown) => void (failure ??= { error }),
      )
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= maxConcurrent) await Promise.race(running);
    yield* done.splice(0);
    if (failure) break;
  }
  await Promise.all(running);
  yield* done;
  if (failure) throw failure.error;
}

async function moveOne(parts: MoveParts, key: BlobKey, mode: MoveMode): Promise<Moved> {
  const { from, to, journal } = parts;
  const bytes = await from.sizeOf(key);
  if (bytes === null) return { key, outcome: "gone", bytes: 0 };
  const isThere = journal.has(key) && (await to.sizeOf(key)) === bytes;
  if (isThere && mode === "remove") {
    await from.remove(key);
    return { key, outcome: "removed", bytes };
  }
  if (isThere) return { key, outcome: "there", bytes };
  return mode === "copy" ? copyOne(parts, key, bytes) : { key, outcome: "left", bytes };
}

async function copyOne({ from, to, journal, sumOf }: MoveParts, key: BlobKey, bytes: number): Promise<Moved> {
  const [id, part] = key.split("/") as [string, string];
  const uploaded = part === "original" ? await sumOf(id) : undefined;
  // The source may be damaged while the target is whole: never overwrite a whole one.
  if (uploaded !== undefined && (await sumIn(to, key)) === uploaded) {
    if ((await sumIn(from, key)) !== uploaded) return { key, outcome: "changed", bytes };
    await journal.add(key, uploaded);
    return { key, outcome: "there", bytes };
  }
  const source = await from.open(key);
  if (!source) return { key, outcome: "gone", bytes: 0 };
  const hash = createHash("sha256");
  const sent = streamOf(source.body).pipe(hashing(hash));
  if (source.body instanceof Readable) source.body.on("error", (error) => sent.destroy(error));
  await to.put(key, sent);
  const sum = hash.digest("hex");
  if ((await sumIn(to, key)) !== sum) {
    await to.remove(key);
    throw new Error(`${key} did not arrive as it was sent`);
  }
  if (uploaded !== undefined && uploaded !== sum) return { key, outcome: "changed", bytes };
  await journal.add(key, sum);
  return { key, outcome: "moved", bytes };
}

async function sumIn(blobs: Blobs, key: BlobKey): Promise<string | null> {
  const found = await blobs.open(key);
  if (!found) return null;
  const hash = createHash("sha256");
  for await (const piece of streamOf(found.body)) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

const streamOf = (body: Buffer | Readable): Readable => (body instanceof Readable ? body : Readable.from([body]));

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
}

/** A journal in a file, one line per blob: `{key} {SHA-256}`. Half-written lines of a killed process are ignored. */
export async function openJournal(file: string): Promise<Journal> {
  const text = await readFile(file, "utf8").catch(() => "");
  const known = new Set(text.match(/^\S+(?= [0-9a-f]{64}$)/gm));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Ends a half-written line.
  if (text !== "" && !text.endsWith("\n")) await appendFile(file, "\n");
  return {
    has: (key: BlobKey) => known.has(key),
    async add(key, sha256) {
      await appendFile(file, `${key} ${sha256}\n`, { mode: 0o600 });
      known.add(key);
    },
  };
}
