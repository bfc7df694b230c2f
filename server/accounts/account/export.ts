import { crc32 } from "node:zlib";
import { type Timed, ownClock } from "../../media/clocks/local-clock.ts";
import { forEachYielding } from "../../media/zip/for-each-yielding.ts";
import type { ZipFile } from "../../media/zip/layout.ts";
import { pathsOf } from "../../media/zip/names.ts";

/** A file that someone uploaded. */
export interface OwnFile extends Timed {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly crc32: number;
  /** The id of the Live Photo of which this file is the video; that photo stands just before it. */
  readonly filmOf: string | null;
}

/** All records of one person. */
export interface OwnRecords {
  readonly profile: unknown;
  readonly passkeys: readonly unknown[];
  readonly sessions: readonly unknown[];
  readonly alerts: readonly unknown[];
  readonly squads: readonly unknown[];
  readonly trips: readonly unknown[];
  readonly votes: readonly unknown[];
  readonly receipts: readonly unknown[];
  readonly receiptHearts: readonly unknown[];
  readonly bonusOptOuts: readonly unknown[];
  /** The awards that the person has taken their own name off. */
  readonly notForMe: readonly unknown[];
  readonly likes: readonly unknown[];
  readonly identities: readonly unknown[];
  readonly imports: readonly unknown[];
  readonly media: readonly OwnFile[];
}

/**
 * The files of the export: each kind of record as one JSON file, and the originals in a folder, named in `media.json`. A photo whose
 * file is lost (`isThere` is false) is listed with `file: null`, so that the rest can be exported. `clockOf` returns the local clock of
 * a photo as if it were UTC.
 */
export async function exportOf(
  { media, ...records }: OwnRecords,
  isThere: (photo: OwnFile) => Promise<boolean>,
  clockOf: (photo: Timed) => Date,
  today: Date,
): Promise<ZipFile[]> {
  const there = new Set<OwnFile>();
  for (let i = 0; i < media.length; i += maxParallelChecks) {
    const some = media.slice(i, i + maxParallelChecks);
    const found = await Promise.all(some.map(isThere));
    for (const [n, photo] of some.entries()) if (found[n]) there.add(photo);
  }
  const sent = [...there];
  const isBeside = (i: number) => i > 0 && sent[i]!.filmOf === sent[i - 1]!.id;
  const paths = await pathsOf(
    sent.map((photo) => ["photos", `${clockOf(photo).toISOString().slice(0, 10)} ${photo.fileName}`]),
    isBeside,
  );
  const pathOf = new Map(sent.map((photo, i) => [photo, paths[i]!]));
  const listed = media.map((photo) => {
    const { utcOffset: _offset, isLocalClock: _isLocal, tripId: _trip, squadId: _squad, ...told } = photo;
    const localTime = ownClock(photo)?.toISOString().slice(0, 19) ?? null;
    return { file: pathOf.get(photo) ?? null, ...told, localTime };
  });
  const texts: ZipFile[] = [];
  for (const [name, content] of Object.entries({ ...records, media: listed }))
    texts.push(await jsonFile(`${name}.json`, content, today));
  return [
    ...texts,
    ...sent.map((photo, i) => ({
      segments: paths[i]!.split("/"),
      isBeside: isBeside(i),
      size: photo.size,
      crc32: photo.crc32,
      modified: new Date(photo.takenAt),
      clock: clockOf(photo),
      content: `${photo.id}/original` as const,
    })),
  ];
}

const maxParallelChecks = 32;

/** Writes a list row by row, as `JSON.stringify` would indent it, so that a long one does not hold up other requests. */
async function jsonFile(name: string, content: unknown, modified: Date): Promise<ZipFile> {
  const parts: Buffer[] = [];
  if (Array.isArray(content) && content.length > 0) {
    await forEachYielding(content, (row, i) => {
      const text = JSON.stringify(row, null, 2).replaceAll("\n", "\n  ");
      parts.push(Buffer.from(`${i === 0 ? "[" : ","}\n  ${text}`));
    });
    parts.push(Buffer.from("\n]\n"));
  } else parts.push(Buffer.from(`${JSON.stringify(content, null, 2)}\n`));
  const bytes = Buffer.concat(parts);
  return { segments: [name], size: bytes.length, crc32: crc32(bytes), modified, content: bytes };
}
