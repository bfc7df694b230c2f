import { checkCluster } from "../platform/backups/cluster/check-cluster.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { checkFile, getCompressed } from "./files.ts";
import type { Manifest, StoredFile } from "./manifest.ts";

/** The files of a backup, without those of photos. */
export const filesOf = ({ cluster, tables, photos, secretKey }: Manifest): readonly StoredFile[] => [
  ...(cluster ? [cluster.file] : []),
  ...tables.map(({ file }) => file),
  photos.list,
  ...(secretKey ? [secretKey] : []),
];

export interface Checking {
  readonly place: Place;
  readonly dataDir: string;
  readonly postgresBin: string | undefined;
}

/**
 * Reads back every file of the database's copies, and opens the copy of PostgreSQL in a folder of its own in `dataDir`. Rejects with one
 * sentence if something is missing or damaged.
 */
export async function checkBackup({ place, dataDir, postgresBin }: Checking, manifest: Manifest): Promise<void> {
  const { cluster } = manifest;
  for (const file of filesOf(manifest)) if (file !== cluster?.file) await checkFile(place, file);
  if (cluster) await checkCluster(await getCompressed(place, cluster.file), dataDir, postgresBin);
}
