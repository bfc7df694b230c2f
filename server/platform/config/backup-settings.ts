import path from "node:path";
import type { BackupSettings } from "../backups/places/open-place.ts";
import type { S3Settings } from "../blobs/s3-client.ts";
import { type BucketValues, bucketOf, isAnySet } from "./bucket-settings.ts";

interface Given {
  readonly dir: string | undefined;
  readonly bucket: BucketValues;
  readonly days: number;
  readonly key: string | undefined;
}

/** What backups must not share with the site. */
interface Site {
  readonly dataDir: string;
  /** The variables of the photos' bucket, which fill in what the bucket for backups leaves out. */
  readonly photos: BucketValues;
  readonly s3: S3Settings | null;
}

/** Reads the `BACKUP_…` variables. */
export function readBackups({ dir, bucket, days, key }: Given, site: Site, faults: string[]): BackupSettings {
  const place = placeOf(dir, bucket, site, faults);
  // An invalid value already has its own fault.
  if (key !== undefined && !isAnySet(bucket) && !faults.some((fault) => fault.startsWith("BACKUP_")))
    faults.push("BACKUP_KEY needs BACKUP_BUCKET: backups in a folder are not encrypted");
  return { place, days, key: key ?? null };
}

function placeOf(
  dir: string | undefined,
  bucket: BucketValues,
  { dataDir, photos, s3 }: Site,
  faults: string[],
): BackupSettings["place"] {
  if (dir !== undefined && (isWithin(dataDir, dir) || isWithin(dir, dataDir)))
    faults.push("BACKUP_DIR must lie outside of DATA_DIR, and DATA_DIR outside of BACKUP_DIR");
  if (!isAnySet(bucket)) return dir === undefined ? null : { dir };
  if (dir !== undefined) faults.push("BACKUP_DIR and BACKUP_BUCKET are both set: choose one place for backups");
  const found = bucketOf(
    {
      endpoint: bucket.endpoint ?? photos.endpoint,
      bucket: bucket.bucket,
      region: bucket.region ?? photos.region,
      accessKeyId: bucket.accessKeyId ?? photos.accessKeyId,
      secretAccessKey: bucket.secretAccessKey ?? photos.secretAccessKey,
    },
    "BACKUP",
    faults,
  );
  if (found && s3 && found.bucket === s3.bucket && found.endpoint === s3.endpoint)
    faults.push("BACKUP_BUCKET must not be the bucket of the photos, so that no fault takes both");
  return found && { bucket: found };
}

/** Whether `inner` is `outer` or lies in it. Both are absolute. */
const isWithin = (outer: string, inner: string): boolean => !/^\.\.(\/|$)/.test(path.relative(outer, inner));
