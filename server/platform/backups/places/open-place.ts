import type { S3Settings } from "../../blobs/s3-client.ts";
import { bucketPlace } from "./bucket.ts";
import { folderPlace } from "./folder.ts";
import type { Place } from "./place.ts";
import { sealedPlace } from "./sealed.ts";

/** Where backups are kept, and for how long. It holds secrets: never pass it on a command line. */
export interface BackupSettings {
  /** Null: no backups are made. A folder is absolute. */
  readonly place: { readonly dir: string } | { readonly bucket: S3Settings } | null;
  /** How long a backup is kept, in days. */
  readonly days: number;
  /** The identity of age that decrypts what is in the bucket. */
  readonly key: string | null;
}

/** Null if no place is set. What goes to a bucket is encrypted if there is a key. */
export function openPlace({ place, key }: BackupSettings): Place | null {
  if (!place) return null;
  if ("dir" in place) return folderPlace(place.dir);
  const bucket = bucketPlace(place.bucket);
  return key === null ? bucket : sealedPlace(bucket, key);
}
