import { crc32 } from "node:zlib";
import { type Timed, ownClock } from "../../media/clocks/local-clock.ts";
import type { ZipFile } from "../../media/zip/layout.ts";
import { pathsOf } from "../../media/zip/names.ts";

/** A file that someone uploaded. */
export interface OwnFile extends Timed {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly crc32: number;
  /** It is the film of this Live Photo, which comes before it. */
  readonly filmOf: string | null;
}

/** Everything of one person, as the database tells it. */
export interface OwnRecords {
  readonly profile: unknown;
  readonly passkeys: readonly unknown[];
  readonly sessions: readonly unknown[];
  readonly squads: readonly unknown[];
  readonly trips: readonly unknown[];
  readonly votes: readonly unknown[];
  readonly likes: readonly unknown[];
  readonly identities: readonly unknown[];
  readonly imports: readonly unknown[];
  readonly media: readonly OwnFile[];
}

/**
 * Someone's records as one JSON file each, and their originals in a folder; `media.json` says which file is which. A file that was
 * lost (`isThere` says so) is listed without one, so that it does not stand in the way of all the others. `clockOf` tells what a clock
 * showed where it was taken, as if that were UTC.
 */
export async function exportOf(
  { media, ...records }: OwnRecords,
  isThere: (photo: OwnFile) => Promise<boolean>,
  clockOf: (photo: Timed) => Date,
  today: Date,
): Promise<ZipFile[]> {
  const there = new Set<OwnFile>();
  for (let i = 0; i < media.length; i += looksAtOnce) {
    const some = media.slice(i, i + looksAtOnce);
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
  const texts = Object.entries({ ...records, media: listed });
  return [
    ...texts.map(([name, content]) => jsonFile(`${name}.json`, content, today)),
    ...sent.map((photo, i) => ({
      place: paths[i]!.split("/"),
      isBeside: isBeside(i),
      size: photo.size,
      crc32: photo.crc32,
      modified: new Date(photo.takenAt),
      clock: clockOf(photo),
      content: `${photo.id}/original` as const,
    })),
  ];
}

const looksAtOnce = 32;

function jsonFile(name: string, content: unknown, modified: Date): ZipFile {
  const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  return { place: [name], size: bytes.length, crc32: crc32(bytes), modified, content: bytes };
}
