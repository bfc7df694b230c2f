import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Place } from "../platform/backups/places/place.ts";

const storedFile = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

/** What a backup consists of. It is written last, so that a backup without it is incomplete. */
const manifestShape = z.object({
  format: z.literal(1),
  /** Names the site, so that the backups of two sites do not mix. */
  site: z.string(),
  /** The version of the program that made it. */
  program: z.string(),
  began: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The migrations of its database, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), file: storedFile })),
  /** The copy of our own PostgreSQL; null if the database is elsewhere. */
  cluster: z
    .object({
      /** The major version of PostgreSQL. */
      major: z.number(),
      /** The WAL archive that continues it; null: none. */
      archive: z.string().nullable(),
      firstWal: z.string(),
      /** Everything that was acknowledged before this moment is in it. */
      until: z.iso.datetime(),
      file: storedFile,
    })
    .nullable(),
  photos: z.object({ count: z.number(), list: storedFile }),
  /** The key of encrypted values; null if the server gets it by SECRET_KEY, or never needed one. */
  secretKey: storedFile.nullable(),
});

export type Manifest = z.infer<typeof manifestShape>;

/** A file of a backup, with its size and SHA-256 before encryption. */
export type StoredFile = z.infer<typeof storedFile>;

export interface Backup {
  /** The moment at which it began, as its folder is named: `2026-11-28T03-00-00Z`. */
  readonly name: string;
  readonly manifest: Manifest;
}

const manifestName = "backup.json";

/** The folder of a backup's files, with a slash at its end. */
export const folderOf = (name: string): string => `backups/${name}/`;

/** Names a backup by the second at which it begins. */
export const nameAt = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The beginning of a backup. */
export const momentOf = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

export const manifestFile = (name: string): string => `${folderOf(name)}${manifestName}`;

/** The names of all backups in a place, complete or not, newest first. */
export async function namesIn(place: Place): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { name } of place.list("backups/")) {
    const folder = name.split("/")[1];
    if (folder !== undefined && /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(folder)) names.add(folder);
  }
  return [...names].toSorted().toReversed();
}

/** The complete backups of a place, newest first. Rejects with one sentence if it holds one that this program cannot read. */
export async function backupsIn(place: Place): Promise<readonly Backup[]> {
  const found: Backup[] = [];
  for (const name of await namesIn(place)) {
    const manifest = await readManifest(place, name);
    if (manifest) found.push({ name, manifest });
  }
  return found;
}

/** Null if the backup is incomplete. */
async function readManifest(place: Place, name: string): Promise<Manifest | null> {
  const file = await place.get(manifestFile(name));
  if (!file) return null;
  const where = `${manifestFile(name)} in ${place.title}`;
  let written: unknown;
  try {
    written = JSON.parse(await text(file));
  } catch (cause) {
    throw new Error(`${where} cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`, { cause });
  }
  const parsed = manifestShape.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new Error(`${where} is no list of a backup, or was written by a newer version of Swellmates.`);
}
