// Decision 015: why an export lies on the disk before it is sent.
import { createHash } from "node:crypto";
import { json } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import type { BlobKey } from "../../platform/blobs/blobs.ts";
import { type Timed, ownClock } from "../../media/clocks/local-clock.ts";
import { yielding } from "../../media/zip/for-each-yielding.ts";
import { type LaidFile, type ZipLayout, layOutParts } from "../../media/zip/layout.ts";
import type { ScratchFile } from "../../media/zip/scratch-file.ts";
import { nameDays } from "./export-names.ts";
import type { OwnFile, OwnRecords } from "../../schema/own-records.ts";

export interface ExportParts {
  /** All records of the person; without `profile` the account is gone. */
  readonly records: OwnRecords;
  /** Whether the account is still there. */
  readonly isOpen: () => Promise<boolean>;
  /** Whether the file of a photo is stored. */
  readonly isThere: (photo: OwnFile) => Promise<boolean>;
  /** The local clock of a photo as if it were UTC. */
  readonly clockOf: (photo: Timed) => Date;
  readonly today: Date;
  /** Two empty files: one for the records, one for the list of photos. */
  readonly texts: ScratchFile;
  readonly photos: ScratchFile;
  /** Called between two parts of a list; throws to give up. */
  readonly goOn: () => void;
}

/**
 * Writes the files of the export to the disk and lays out its zip: each kind of record as one JSON file, and the originals in folders,
 * named in `media.json` and `costReceipts.json`. A photo whose file is lost is listed with `file: null`, so that the rest can be exported. Null if the account is
 * gone. Nothing in memory grows with the photos but their names of one day, and 20 bytes for each thousand of them.
 */
export async function layOutExport(parts: ExportParts): Promise<ZipLayout | null> {
  const { records, isOpen, today, texts, goOn } = parts;
  const [profile] = (await inParts(records.profile).next()).value ?? [];
  if (!profile) return null;
  const photos = partsOn(parts.photos);
  const textsOf = (name: string): Texts => {
    if (name === "profile") return [`${JSON.stringify(profile, null, 2)}\n`];
    if (name === "media") return listText(listedFiles("photos", inParts(records.media), parts, photos.add), goOn);
    if (name === "costReceipts")
      return listText(listedFiles("receipts", inParts(records.costReceipts), parts, photos.add), goOn);
    if (isTable(name)) return linesOf(inParts(records[name]));
    return listText(inParts(records[name]), goOn);
  };
  const files: LaidFile[] = [];
  for (const name of Object.keys(records))
    files.push(await textFile(texts, isTable(name) ? name : `${name}.json`, textsOf(name), today));
  // The lists of an account that is deleted meanwhile end early.
  if (!(await isOpen())) return null;
  return layOutParts(1 + photos.count(), async (i) => (i === 0 ? files : photos.read(i - 1)));
}

/** The parts of a list; one that is an array is one part. */
async function* inParts<T>(list: readonly T[] | AsyncIterable<readonly T[]> = []): AsyncGenerator<readonly T[]> {
  if (Symbol.asyncIterator in list) yield* list;
  else yield list;
}

const isTable = (name: string) => name.endsWith(".csv");

/** Yields the lines of a table. */
async function* linesOf(parts: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `OwnRecords` says so of tables
  for await (const rows of parts) yield (rows as readonly { readonly line: string }[]).map(({ line }) => line).join("");
}

/** Yields the rows of `media.json` or `costReceipts.json`, and adds the files that are there to a folder of the zip. */
async function* listedFiles(
  folder: "photos" | "receipts",
  media: AsyncIterable<readonly OwnFile[]>,
  { isThere, clockOf }: Pick<ExportParts, "isThere" | "clockOf">,
  add: (files: readonly LaidPhoto[]) => Promise<void>,
): AsyncGenerator<object[]> {
  const nameGroups = nameDays(clockOf, folder);
  for await (const some of wholeGroups(media)) {
    const there = new Set<OwnFile>();
    for (let i = 0; i < some.length; i += maxParallelChecks) {
      const checked = some.slice(i, i + maxParallelChecks);
      const found = await Promise.all(checked.map(isThere));
      for (const [n, photo] of checked.entries()) if (found[n]) there.add(photo);
    }
    const paths = nameGroups([...there]);
    await add(
      [...there].map((photo): LaidPhoto => {
        const [modified, clock] = [Date.parse(photo.takenAt), clockOf(photo).getTime()];
        return [paths.get(photo)!, photo.size, photo.crc32, modified, clock, `${photo.id}/original`];
      }),
    );
    yield some.map((photo) => {
      const {
        utcOffset: _offset,
        isLocalClock: _isLocal,
        tripId: _trip,
        squadId: _squad,
        orderedAt: _at,
        ...told
      } = photo;
      const localTime = ownClock(photo)?.toISOString().slice(0, 19) ?? null;
      return { file: paths.get(photo) ?? null, ...told, localTime };
    });
  }
}

/** The same rows, but no part begins with a film. */
async function* wholeGroups(parts: AsyncIterable<readonly OwnFile[]>): AsyncGenerator<readonly OwnFile[]> {
  let held: readonly OwnFile[] = [];
  for await (const part of parts) {
    const rows = [...held, ...part];
    const last = rows.findLastIndex(({ filmOf }) => filmOf === null);
    held = last < 0 ? [] : rows.slice(last);
    yield last < 0 ? rows : rows.slice(0, last);
  }
  yield held;
}

const maxParallelChecks = 32;

/** A line of the list of photos: name, size, sum, moment, clock and blob of a file. */
type LaidPhoto = readonly [string, number, number, number, number, BlobKey];

/** Keeps the files of a zip in parts on the disk. */
function partsOn(scratch: ScratchFile) {
  const ends = [0];
  return {
    count: () => ends.length - 1,
    async add(files: readonly LaidPhoto[]): Promise<void> {
      if (files.length === 0) return;
      await scratch.append(Buffer.from(JSON.stringify(files)));
      ends.push(scratch.size);
    },
    async read(i: number): Promise<LaidFile[]> {
      const photos = (await json(scratch.read(ends[i]!, ends[i + 1]! - ends[i]!))) as LaidPhoto[];
      return photos.map(([name, size, sum, modified, clock, content]) => ({
        name,
        size,
        crc32: sum,
        modified: new Date(modified),
        clock: new Date(clock),
        content,
      }));
    },
  };
}

/** Yields a list as `JSON.stringify` would indent it, row by row, so that a long one does not hold up other requests. */
async function* listText(parts: AsyncIterable<readonly unknown[]>, goOn: () => void): AsyncGenerator<string> {
  let isEmpty = true;
  const rest = yielding();
  for await (const rows of parts) {
    goOn();
    let text = "";
    for (const row of rows) {
      text += `${isEmpty ? "[" : ","}\n  ${JSON.stringify(row, null, 2).replaceAll("\n", "\n  ")}`;
      isEmpty = false;
      await rest();
    }
    yield text;
  }
  yield isEmpty ? "[]\n" : "\n]\n";
}

type Texts = Iterable<string> | AsyncIterable<string>;

/** Writes a file to the disk and returns its entry in the zip. */
async function textFile(scratch: ScratchFile, name: string, texts: Texts, modified: Date): Promise<LaidFile> {
  const start = scratch.size;
  const sum = createHash("sha256");
  let crc = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    sum.update(bytes);
    await scratch.append(bytes);
  }
  const content = {
    digest: sum.digest("hex"),
    read: (range: { readonly start: number; readonly end: number }) =>
      scratch.read(start + range.start, range.end + 1 - range.start),
  };
  return { name, size: scratch.size - start, crc32: crc, modified, clock: modified, content };
}
